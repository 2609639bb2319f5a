#!/usr/bin/env bash
# Runs x86-64 Linux programs on an emulated CPU: boots Linux in Bochs with these programs, the shared libraries that they need, and
# nothing else. Prints the output of the programs line by line (standard output and standard error together) and exits with the
# status of the first one that fails, or of the last one. All programs run.
#
# usage: ci/bochs/run.sh MODEL[,+FEATURE|,-FEATURE]... [NAME=VALUE]... PROGRAM [ARGUMENT]... [-- PROGRAM [ARGUMENT]...]...
#        ci/bochs/run.sh --models
#
# MODEL and FEATURE are Bochs's names, for example corei7_skylake_x or corei7_haswell_4770,-lzcnt. The NAME=VALUE pairs are the
# complete environment of each program.
#
# exit status: that of a program; 128 plus the signal's number if a signal ended it (132: an instruction that the CPU does not
# have); 124 after the time limit; 125 if a program did not start or did not end.
#
# QUADLINE_BOCHS         the folder that ci/bochs/setup.sh prepared [default: ~/.cache/quadline-bochs]
# QUADLINE_BOCHS_LIMIT   the time limit in seconds [default: 600]
# QUADLINE_BOCHS_BOOT    the seconds within which the program must start [default: 120]; then the boot is repeated, twice at most
# QUADLINE_BOCHS_MEMORY  the emulated memory in MB [default: 512]
# QUADLINE_BOCHS_CLEAR   features that the kernel shall not enable, for example avx512f: CPUID reports them, XCR0 does not
# QUADLINE_BOCHS_QUIET   if set, the script does not describe the CPU
set -euo pipefail

fail() { echo "ci/bochs/run.sh: $*" >&2; exit 125; }
folder=${QUADLINE_BOCHS:-$HOME/.cache/quadline-bochs}
[ -f "$folder/complete" ] || fail "$folder is not prepared: run ci/bochs/setup.sh"
folder=$(cd "$folder" && pwd)
if [ "${1:-}" = --models ]; then
  "$folder/bin/bochs" --help cpu </dev/null 2>&1 | sed '0,/^Supported CPU models/d' | grep -E '^[a-z0-9_]+$'
  exit
fi
[ $# -ge 2 ] || { sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2; exit 125; }
IFS=, read -r -a model <<<"$1"
shift
settings=()
while [[ ${1:-} =~ ^[A-Za-z_][A-Za-z0-9_]*= ]]; do settings+=("$1"); shift; done
[ $# -ge 1 ] || fail "there is no program on the command line"
added= removed=
for feature in "${model[@]:1}"; do
  case $feature in
    +?*) added+=" ${feature#+}" ;;
    -?*) removed+=" ${feature#-}" ;;
    *) fail "invalid feature \"$feature\": write +FEATURE or -FEATURE" ;;
  esac
done

work=$(mktemp -d)
bochs=
cleanup() {
  if [ -n "$bochs" ]; then
    kill -KILL "$bochs" 2>/dev/null || true
    wait "$bochs" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# The initramfs. Its own messages begin with a mark that the program cannot know.
mark="@$(basename "$work")$RANDOM"
mkdir -p "$work"/image/{bin,proc,sys,dev,tmp} "$work/iso/isolinux"
cp "$folder/bin/busybox" "$work/image/bin/"

# Copies the program with the given number into the image, and its shared libraries and the loader. `ldd` fails for a static
# program, which needs none. Adds the command to the script that the image runs.
add() {
  local number=$1 program=$2 library
  shift 2
  [ -f "$program" ] && [ -x "$program" ] || fail "$program is not an executable file"
  strip -o "$work/image/program$number" "$program" 2>/dev/null || cp "$program" "$work/image/program$number"
  chmod 755 "$work/image/program$number"
  for library in $(ldd "$program" 2>/dev/null | grep -oE '/[^ ]+' || true); do
    mkdir -p "$work/image${library%/*}"
    cp -L "$library" "$work/image$library"
  done
  {
    printf '/bin/busybox env -i PATH=/bin HOME=/tmp TMPDIR=/tmp'
    [ ${#settings[@]} = 0 ] || printf ' %q' "${settings[@]}"
    printf ' /program%s' "$number"
    [ $# = 0 ] || printf ' %q' "$@"
    echo
    echo "last=\$?; [ \$status != 0 ] || status=\$last"
  } >>"$work/image/run"
}
echo "status=0" >"$work/image/run"
number=1 command=()
for word in "$@" --; do
  if [ "$word" != -- ]; then command+=("$word"); continue; fi
  [ ${#command[@]} != 0 ] || fail "there is no program before or after a --"
  add $number "${command[@]}"
  number=$((number + 1)) command=()
done
echo 'exit $status' >>"$work/image/run"
sed "s/MARK/$mark/" >"$work/image/init" <<'END'
#!/bin/busybox sh
b=/bin/busybox
$b mount -t proc proc /proc
$b mount -t sysfs sys /sys
$b mount -t devtmpfs dev /dev
$b mount -t tmpfs tmp /tmp
$b dmesg -n 1
exec </dev/null >/dev/ttyS0 2>&1
$b stty -F /dev/ttyS0 -opost
echo "MARK cpu $($b sed -n '/^model name/ { s/.*: //p; q; }' /proc/cpuinfo)"
echo "MARK flags $($b sed -n '/^flags/ { s/.*: //p; q; }' /proc/cpuinfo)"
cd /tmp
echo "MARK begin"
$b sh /run
status=$?
echo "MARK status $status"
$b dmesg | $b sed -n 's/.*traps: /MARK trap /p' | $b tail -n 1
echo "MARK end"
$b sleep 1
$b poweroff -f
END
chmod 755 "$work/image/init"
(cd "$work/image" && find . | "$folder/bin/busybox" cpio -o -H newc >"$work/iso/initrd" 2>"$work/log") ||
  { cat "$work/log" >&2; fail "the initramfs could not be written"; }

# The boot image. The kernel's options:
# - clearcpuid=fsrm: Bochs reports that fast string operations are disabled. This kernel then stops using erms but not fsrm,
#   and copies short strings wrongly.
# - no5lvl: with five levels of page tables Bochs cannot leave system management mode.
# - panic and reboot: a panic causes a triple fault, which ends Bochs.
cp "$folder"/boot/{isolinux.bin,ldlinux.c32} "$work/iso/isolinux/"
cp "$folder/boot/vmlinuz" "$work/iso/"
cleared=fsrm${QUADLINE_BOCHS_CLEAR:+,$QUADLINE_BOCHS_CLEAR}
cat >"$work/iso/isolinux/isolinux.cfg" <<END
DEFAULT linux
PROMPT 0
TIMEOUT 1
LABEL linux
 KERNEL /vmlinuz
 INITRD /initrd
 APPEND console=ttyS0,115200 quiet panic=-1 reboot=triple mitigations=off nosmp nokaslr tsc=reliable no5lvl clearcpuid=$cleared
END
LD_LIBRARY_PATH=$folder/lib "$folder/bin/xorriso" -as mkisofs -quiet -o "$work/boot.iso" -b isolinux/isolinux.bin \
  -c isolinux/boot.cat -no-emul-boot -boot-load-size 4 -boot-info-table "$work/iso" >"$work/log" 2>&1 ||
  { cat "$work/log" >&2; fail "the boot image could not be written"; }
rm -rf "$work/image" "$work/iso"

cat >"$work/bochsrc" <<END
config_interface: textconfig
display_library: nogui
romimage: file="$folder/bios/BIOS-bochs-latest", options=fastboot
vgaromimage: file="$folder/bios/vgabios.bin"
memory: guest=${QUADLINE_BOCHS_MEMORY:-512}, host=${QUADLINE_BOCHS_MEMORY:-512}
cpu: model=${model[0]}, ips=100000000, reset_on_triple_fault=0, ignore_bad_msrs=1, add_features="${added# }", exclude_features="${removed# }"
clock: sync=none, time0=1735689600
vga: realtime=0, update_freq=1
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path="$work/boot.iso", status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev="$work/serial"
log: "$work/bochs.log"
panic: action=fatal
error: action=ignore
info: action=report
debug: action=ignore
END
# The serial line is a pipe. Opening it for reading and writing here keeps both sides from waiting for each other.
mkfifo "$work/serial"
exec 3<>"$work/serial"
end=$((SECONDS + ${QUADLINE_BOCHS_LIMIT:-600}))
boots=0
boot() {
  boots=$((boots + 1)) boot_end=$((SECONDS + ${QUADLINE_BOCHS_BOOT:-120}))
  "$folder/bin/bochs" -q -f "$work/bochsrc" </dev/null >"$work/bochs.out" 2>&1 3>&- &
  bochs=$!
}
boot

say() { [ -n "${QUADLINE_BOCHS_QUIET:-}" ] || echo "# $*" >&2; }
line= before= begun= status= result= gone=
while [ -z "$result" ]; do
  part= whole=
  ! IFS= read -r -t 1 -u 3 part || whole=1
  line+=$part
  if [ -z "$whole" ]; then
    # No output for a second.
    if [ -n "$gone" ]; then result=125; fi
    kill -0 "$bochs" 2>/dev/null || gone=1
  elif [[ $line == *"$mark "* ]]; then
    # If the last line of a program has no line end, the mark follows it directly.
    [ -z "$begun" ] || printf %s "${line%%"$mark "*}"
    line=${line#*"$mark "}
    case $line in
      cpu\ *) say "emulated: ${line#cpu }" ;;
      flags\ *)
        has=
        for flag in abm bmi1 bmi2 popcnt avx avx2 avx512f avx512bw avx512cd avx512dq avx512vl avx512vbmi avx512_vbmi2 \
          avx512_bitalg gfni; do [[ " $line " != *" $flag "* ]] || has+=" $flag"; done
        say "flags:$has" ;;
      begin) begun=1 boots=3 ;;
      status\ *) status=${line#status } begun= ;;
      trap\ *) say "${line#trap }" ;;
      end) result=$status ;;
    esac
    line=
  else
    if [ -n "$begun" ]; then printf '%s\n' "$line"; else before+=$line$'\n'; fi
    line=
  fi
  if [ -z "$result" ] && [ $SECONDS -ge $end ]; then result=124; fi
  if [ -z "$result" ] && [ $boots -lt 3 ] && [ $SECONDS -ge $boot_end ]; then
    say "the boot took too long, trying again"
    kill -KILL "$bochs" 2>/dev/null || true
    wait "$bochs" 2>/dev/null || true
    while IFS= read -r -t 0.1 -u 3 part; do :; done
    line= before= gone=
    boot
  fi
done
if [ "$result" != "$status" ]; then
  [ -z "$begun" ] || printf %s "$line"
  {
    [ -n "$begun" ] || printf '%s\n' "$before$line" | tail -n 40
    if [ "$result" = 124 ]; then echo "the time limit is over"; else
      tail -n 20 "$work/bochs.out"
      grep -s -v -e 'ips =' "$work/bochs.log" | tail -n 20
      echo "Bochs ended before the program did"
    fi
  } >&2 || true
fi
exit "$result"
