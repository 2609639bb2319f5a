#!/usr/bin/env bash
# Builds a static page, target/board/index.html. It contains its WebAssembly and needs no server.
#
# usage: examples/board/build.sh            builds the page, or fails
#        examples/board/build.sh --test     also tests it in a headless Chromium; without a compiler for WebAssembly or a Chromium,
#                                           it prints a line `skipped ...`
#
# SCREENSHOT   with --test, the file for a picture of the page (examples/board/board.png is the one in README.md)
#
# Uses rustup's wasm32-unknown-unknown, or else the compiler that ci/cross/setup.sh prepares.
set -euo pipefail
cd "$(dirname "$0")"
case ${1:-} in
  "" | --test) ;;
  *) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
target=$(cd ../.. && pwd)/target/board
export CARGO_TARGET_DIR=$target
if [ "${1:-}" = --test ]; then
  # Without a compiler for WebAssembly, which a rustup that has installed nothing stands for, the build must fail.
  nothing=$target/nothing
  mkdir -p "$nothing"
  printf '#!/bin/sh\n' >"$nothing/rustup"
  chmod +x "$nothing/rustup"
  if text=$(PATH=$nothing:$PATH QUADLINE_CROSS=$nothing ./build.sh 2>&1) || [[ $text != *"ci/cross/setup.sh wasm32" ]]; then
    echo "a build without a compiler does not fail with advice: $text"
    exit 1
  fi
fi
if command -v rustup >/dev/null && rustup target list --installed | grep -x wasm32-unknown-unknown >/dev/null; then
  cargo build --quiet --release --lib --target wasm32-unknown-unknown
elif ../../ci/cross/cargo.sh has build; then
  linker=$(command -v rust-lld || find "$(rustc --print sysroot)" -name rust-lld -type f -print -quit)
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker CROSS_TARGET_DIR=$target ../../ci/cross/cargo.sh build wasm32-unknown-unknown --quiet --release
else
  remedy="run rustup target add wasm32-unknown-unknown, or ci/cross/setup.sh wasm32"
  if [ "${1:-}" = --test ]; then echo "skipped the page: $remedy"; exit; fi
  echo "the page was not built, because there is no compiler for WebAssembly: $remedy" >&2
  exit 1
fi
program=$target/wasm32-unknown-unknown/release/board.wasm
page=$target/index.html
# The whole page goes through each pipe. A reader that stopped early would end the writer with a signal, which fails the script.
{ sed '1,/"WASM"/!d; s/"WASM".*//' page.html | head -c -1; printf '"'; base64 -w0 "$program"; printf '"'; sed '1,/"WASM"/{/"WASM"/!d;s/.*"WASM"//}' page.html; } >"$page"
echo "$page: $(stat -c %s "$program") bytes of WebAssembly"
[ "${1:-}" = --test ] || exit 0

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ]; then echo "skipped the test of the page: no Chromium"; exit; fi
open() { "$browser" --headless --no-sandbox --disable-gpu --virtual-time-budget=3000 "${@:2}" "file://$1" 2>/dev/null; }
# The same page with test.js after its own script.
{ sed '/^<\/script>$/,$d' "$page"; cat test.js; printf '</script>\n</html>\n'; } >"$target/test.html"
kiwipete='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R%20w%20KQkq%20-%200%201'
# A desk, a tablet and a telephone. Windows of Chromium are at least 500 wide, so the narrow ones are frames.
for width in 1280 768 390; do
  frame=$target/test-$width.html
  printf '<body style="margin:0"><iframe src="test.html#%s" style="border:0;width:%spx;height:900px"></iframe><script>
addEventListener("message", event => { document.body.dataset.test = event.data; });</script>' "$kiwipete" "$width" >"$frame"
  for scheme in light dark; do
    options=(--window-size=1280,900)
    [ "$scheme" = light ] || options+=(--blink-settings=preferredColorScheme=0)
    text=$(open "$frame" --dump-dom "${options[@]}")
    result=$(sed -n 's/.*<body[^>]* data-test="\([^"]*\)".*/\1/p' <<<"$text")
    [ "$result" = "passed $width $scheme" ] || { echo "the page fails its test ($width, $scheme): ${result:-no result}"; exit 1; }
  done
done
# Malformed escapes in the first address.
text=$(open "$page#%E0%A4%A" --dump-dom)
grep -q 'This is not a valid position: ' <<<"$text" || { echo "the page does not open with a malformed escape in its address"; exit 1; }
[ -z "${SCREENSHOT:-}" ] || open "$page" --hide-scrollbars --window-size=1000,930 --screenshot="$SCREENSHOT" >/dev/null
echo "ok: the page in $("$browser" --version 2>/dev/null)"
