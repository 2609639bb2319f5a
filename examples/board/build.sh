#!/usr/bin/env bash
# Builds a static page, target/board/index.html. It contains its WebAssembly and needs no server.
#
# usage: examples/board/build.sh            builds the page
#        examples/board/build.sh --test     also opens it in a headless Chromium and checks its results
#
# SCREENSHOT   with --test, the file for a picture of the page (examples/board/board.png is the one in README.md)
#
# Uses rustup's wasm32-unknown-unknown, or else the compiler that ci/cross/setup.sh prepares.
set -euo pipefail
cd "$(dirname "$0")"
target=$(cd ../.. && pwd)/target/board
export CARGO_TARGET_DIR=$target
if command -v rustup >/dev/null && rustup target list --installed | grep -x wasm32-unknown-unknown >/dev/null; then
  cargo build --quiet --release --lib --target wasm32-unknown-unknown
elif ../../ci/cross/cargo.sh has build; then
  linker=$(command -v rust-lld || find "$(rustc --print sysroot)" -name rust-lld -type f -print -quit)
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker CROSS_TARGET_DIR=$target ../../ci/cross/cargo.sh build wasm32-unknown-unknown --quiet --release
else
  echo "skipped the page: run rustup target add wasm32-unknown-unknown, or ci/cross/setup.sh"
  exit
fi
program=$target/wasm32-unknown-unknown/release/board.wasm
page=$target/index.html
# The whole page goes through each pipe. A reader that stopped early would end the writer with a signal, which fails the script.
{ sed '1,/"WASM"/!d; s/"WASM".*//' page.html | head -c -1; printf '"'; base64 -w0 "$program"; printf '"'; sed '1,/"WASM"/{/"WASM"/!d;s/.*"WASM"//}' page.html; } >"$page"
echo "$page: $(stat -c %s "$program") bytes of WebAssembly"
[ "${1:-}" = --test ] || exit 0

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ]; then echo "skipped the test of the page: no Chromium"; exit; fi
# Kiwipete has 48 legal moves; from d4 the file has o = d2, d5, d7, and d5 and d2 end the lines.
open() { "$browser" --headless --no-sandbox --disable-gpu --virtual-time-budget=3000 "${@:2}" "file://$page#$1" 2>/dev/null; }
kiwipete='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R%20w%20KQkq%20-%200%201'
text=$(open "$kiwipete" --dump-dom)
grep -q 'data-moves="48"' <<<"$text" || { echo "the page does not count 48 legal moves"; exit 1; }
# The attacks of a rook on d4 along its rank: a4 to e4 without d4, blocked by b4 and e4.
grep -q 'data-board="16000000"' <<<"$text" || { echo "the page does not draw the rank of d4"; exit 1; }
text=$(open 'nonsense' --dump-dom)
grep -q 'not a valid position' <<<"$text" || { echo "the page does not say that a FEN is invalid"; exit 1; }
[ -z "${SCREENSHOT:-}" ] || open "" --hide-scrollbars --window-size=1000,750 --screenshot="$SCREENSHOT" >/dev/null
echo "ok: the page in $("$browser" --version)"
