#!/usr/bin/env bash
# Installs the missing ones of the given Debian or Ubuntu packages, as root or, in a workflow ($CI is set),
# with sudo. Fails with a line `skipped ...` if neither is possible, and never asks for a password.
# usage: ci/install.sh PACKAGE...
set -euo pipefail
missing=()
for package; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
[ ${#missing[@]} != 0 ] || exit 0
as_root=(env)
if [ "$(id -u)" != 0 ]; then as_root=(sudo -n); fi
if ! command -v apt-get >/dev/null || { [ "$(id -u)" != 0 ] && { [ -z "${CI:-}" ] || ! sudo -n true 2>/dev/null; }; }; then
  echo "skipped installing ${missing[*]}: this needs apt-get and root"
  exit 1
fi
echo "installing ${missing[*]}"
"${as_root[@]}" apt-get -q update >/dev/null || echo "apt-get update had errors; continuing with the lists that are there"
if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends "${missing[@]}" >/dev/null; then
  echo "skipped installing ${missing[*]}: apt-get failed"
  exit 1
fi
