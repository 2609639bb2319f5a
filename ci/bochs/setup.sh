#!/usr/bin/env bash
# Prepares a folder with the emulator Bochs 3.0, a Linux kernel, a boot loader and busybox, from which ci/bochs/run.sh boots a
# static x86-64 program on an emulated CPU. Everything comes from Debian packages, which apt verifies; Bochs is built from
# Debian's source package. Nothing is installed, and no root is needed. Downloads about 50 MB, builds for 2 to 5 minutes of
# processor time, and leaves about 25 MB. A second call on a complete folder does nothing.
#
# usage: ci/bochs/setup.sh
#
# QUADLINE_BOCHS          the folder [default: ~/.cache/quadline-bochs]
# QUADLINE_DEBIAN_MIRROR  the URL of a Debian mirror [default: the first one in this machine's apt sources]
# JOBS                    how many jobs make runs at once [default: 1]
set -euo pipefail

fail() { echo "ci/bochs/setup.sh: $*" >&2; exit 1; }

folder=${QUADLINE_BOCHS:-$HOME/.cache/quadline-bochs}
# Increase this number when folders that an older version of this script prepared must be prepared again.
recipe=1
bochs_version=3.0+dfsg
boot_suite=bookworm # the release whose kernel was tested
bochs_suite=trixie  # the release that has Bochs 3.0

if [ "$(cat "$folder/complete" 2>/dev/null)" = "$recipe" ]; then echo "Bochs is in $folder"; exit 0; fi
[ "$(uname -m)" = x86_64 ] || fail "this machine is $(uname -m), and the packages are for amd64"
missing=()
for tool in apt-get apt-cache dpkg-deb tar xz g++ make; do command -v $tool >/dev/null || missing+=("$tool"); done
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[ -f $keyring ] || missing+=(debian-archive-keyring)
[ ${#missing[@]} = 0 ] || fail "missing: ${missing[*]}; on Debian and Ubuntu: apt-get install xz-utils g++ make debian-archive-keyring"
mirror=${QUADLINE_DEBIAN_MIRROR:-}
if [ -z "$mirror" ]; then
  # The first of this machine's apt sources that is Debian itself.
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(LABEL)' 'Created-By: Packages' |
    awk '$2 == "Debian" && $3 == "Debian" { print $1; exit }')
fi
[ -n "$mirror" ] || fail "apt knows no Debian mirror: run apt-get update, or set QUADLINE_DEBIAN_MIRROR"

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
rm -f "$folder/complete"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "== downloading"
# apt uses its own lists, sources and cache here, and does not touch those of the machine.
mkdir -p "$work"/apt/{lists/partial,cache/archives/partial,parts} "$work"/{debs,source,root}
touch "$work/apt/status"
cat >"$work/apt/sources.list" <<END
deb [arch=amd64 signed-by=$keyring] $mirror $boot_suite main
deb-src [signed-by=$keyring] $mirror $bochs_suite main
END
cat >"$work/apt/apt.conf" <<END
Dir::Etc::sourcelist "$work/apt/sources.list";
Dir::Etc::sourceparts "$work/apt/parts";
Dir::Etc::preferences "$work/apt/preferences";
Dir::Etc::preferencesparts "$work/apt/parts";
Dir::State "$work/apt";
Dir::State::lists "$work/apt/lists";
Dir::State::status "$work/apt/status";
Dir::Cache "$work/apt/cache";
APT::Architecture "amd64";
APT::Architectures { "amd64"; };
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";
END
export APT_CONFIG=$work/apt/apt.conf
apt-get -q update >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
kernel=$(apt-cache depends linux-image-cloud-amd64/$boot_suite |
  sed -n 's/.*Depends: \(linux-image-[0-9].*-cloud-amd64\)$/\1/p' | sort -V | tail -n 1)
[ -n "$kernel" ] || fail "$boot_suite has no cloud kernel"
packages=()
for package in "$kernel" busybox-static isolinux syslinux-common bochsbios vgabios xorriso libisoburn1 libburn4 libisofs6 \
  libjte2; do packages+=("$package/$boot_suite"); done
(cd "$work/debs" && apt-get -q download "${packages[@]}") >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
(cd "$work/source" && apt-get -q source --download-only --tar-only bochs/$bochs_suite) >"$work/log" 2>&1 ||
  { tail -n 20 "$work/log"; exit 1; }
unset APT_CONFIG

echo "== boot loader, busybox and $kernel"
for deb in "$work"/debs/*.deb; do
  case $deb in
    */linux-image-*) dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$work/root" ./boot ;;
    *) dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$work/root" ;;
  esac
done
rm -rf "${folder:?}"/{bin,lib,boot,bios}
mkdir -p "$folder"/{bin,lib,boot,bios}
root=$work/root
cp "$root"/boot/vmlinuz-* "$folder/boot/vmlinuz"
cp "$root/usr/lib/ISOLINUX/isolinux.bin" "$root/usr/lib/syslinux/modules/bios/ldlinux.c32" "$folder/boot/"
cp -L "$root/usr/share/bochs/BIOS-bochs-latest" "$root/usr/share/vgabios/vgabios.bin" "$folder/bios/"
cp "$(find "$root" -type f -path '*/bin/busybox' -print -quit)" "$root/usr/bin/xorriso" "$folder/bin/"
find "$root/usr/lib" -name 'lib*.so.*' -exec cp -P {} "$folder/lib/" \;

echo "== building Bochs $bochs_version"
tar -x -f "$work/source/bochs_$bochs_version.orig.tar.xz" -C "$work/source"
cd "$work/source"/bochs-*/
# Bochs 3.0 computes four AVX-512 instructions differently from Intel's manual and from real CPUs. These substitutions
# correct them, in this order:
# - vpshufbitqmb omits the eighth bit of each word;
# - a masked vpmultishiftqb uses one mask bit for each word instead of one for each byte;
# - vpcompressb returns zero if all 64 bytes are selected;
# - vpsravq by 64 returns the word unchanged.
sed -i '/::VPSHUFBITQMB_MASK_KGqHdqWdqR/,/^}/ s/i=0; i < 7; i++/i=0; i < 8; i++/' cpu/avx/avx512_bitalg.cc
sed -i '/::VPMULTISHIFTQB_MASK_VdqHdqWdqR/,/^}/ {
    s/Bit32u mask = BX_READ_8BIT_OPMASK(/Bit64u mask = BX_READ_OPMASK(/
    s/, tmp_mask = mask;/;/
    s/, tmp_mask >>= 1)/)/
    /if (tmp_mask & 0x1)/d
    /else if (i->isZeroMasking())/d
    /dst.vmm64u(n) = 0;/d
    s/BX_WRITE_AVX_REGZ(i->dst(), dst, len);/avx512_write_regb_masked(i, \&dst, len, mask);/
  }
  /::VPCOMPRESSB_MASK_WdqVdq/,/^}/ s/= (BX_CONST64(1) << k) - 1;/= k < 64 ? (BX_CONST64(1) << k) - 1 : ~BX_CONST64(0);/
' cpu/avx/avx512.cc
sed -i '/ xmm_psravq(/,/^}/ s/if(shift > 64)/if(shift > 63)/' cpu/simd_int.h
corrected=$(cat cpu/avx/avx512_bitalg.cc cpu/avx/avx512.cc <(sed -n '/ xmm_psravq(/,/^}/p' cpu/simd_int.h) |
  grep -c -e 'i=0; i < 8; i++) {$' -e '^  Bit64u mask = BX_READ_OPMASK(i->opmask());$' \
  -e 'avx512_write_regb_masked(i, &dst, len, mask);' -e '= k < 64 ? ' -e 'shift > 63' || true)
[ "$corrected" = 5 ] || fail "the corrections do not fit this version of Bochs"
./configure CFLAGS=-O2 CXXFLAGS=-O2 --with-nogui --disable-docbook --disable-plugins --disable-debugger \
  --disable-debugger-gui --disable-smp --enable-cpu-level=6 --enable-x86-64 --enable-fpu --enable-avx --enable-evex \
  --enable-pci --enable-cdrom --enable-all-optimizations >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
make -j"${JOBS:-1}" bochs >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
cp bochs "$folder/bin/"
strip "$folder/bin/bochs" 2>/dev/null || true

# Fail now rather than in the first test.
"$folder/bin/bochs" --help cpu </dev/null >"$work/log" 2>&1 || true
grep -q '^corei7_skylake_x$' "$work/log" || { cat "$work/log"; exit 1; }
LD_LIBRARY_PATH=$folder/lib "$folder/bin/xorriso" -version >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$folder/bin/busybox" cpio --help >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

{ echo "$kernel"; cd "$work" && ls debs source; } >"$folder/made-from"
echo "$recipe" >"$folder/complete"
echo "Bochs is in $folder, $(du -sm "$folder" | cut -f1) MB"
