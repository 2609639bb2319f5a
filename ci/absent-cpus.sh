#!/usr/bin/env bash
# Runs one x86-64 build of the tests on emulated CPUs that qemu does not support: with AVX-512 and GFNI, with either
# alone, and with single features missing. The emulator raises a fault for every instruction that the CPU does not have. Each
# CPU boots once and runs the suite, which checks that it finds the expected levels, `public_api` and `forced_level`. Prints a
# table with the seconds of processor time, including the boot. ci/bochs/setup.sh prepares the emulator.
#
# usage: ci/absent-cpus.sh [--few|--all|--complete] [MODEL...]
#   --few       the three models of .ci/run, without the tests of tests, documents and tables, and without the kernels of plain
#               words, which run the same code on every CPU; of the suite, models without vectors run the tests of levels only
#   (neither)   the CPUs that exist, sampled
#   --all       also CPUs with one feature removed, sampled
#   --complete  every exhaustive case and a tenth of the random ones, one to three minutes per model
#   MODEL       only these models, by the names in the table
#
# JOBS                 how many models run at once [default: 1]
# QUADLINE_BOCHS       the folder of the emulator [default: ~/.cache/quadline-bochs]
# QUADLINE_TEST_BUILD  the build of the tests, see ci/test-programs.sh [default: release]
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-1}

vbmi=avx512-vbmi,avx512,avx2-gfni,avx2,lzcnt,portable,scalar
avx512=avx512,avx2,lzcnt,portable,scalar
avx512_gfni=avx512,avx2-gfni,avx2,lzcnt,portable,scalar
gfni=avx2-gfni,avx2,lzcnt,portable,scalar
avx2=avx2,lzcnt,portable,scalar
words=lzcnt,portable,scalar
plain=portable,scalar
# Model, levels, description. `clear:` names features whose registers the operating system does not save.
few="
corei7_skylake_x $avx512 Skylake-X: AVX-512 with F, BW, CD, DQ, VL
arrow_lake $gfni Arrow Lake, as Alder Lake and N100: AVX2 and GFNI
corei7_haswell_4770,clear:avx $plain BMI reported without AVX: Intel's erratum SKL052
"
real="$few
corei3_cnl $avx512 Cannon Lake: the same and VBMI
corei7_icelake_u $vbmi Ice Lake: all
tigerlake $vbmi Tiger Lake: all
sapphire_rapids $vbmi Sapphire Rapids: all
corei7_haswell_4770 $avx2 Haswell
broadwell_ult $avx2 Broadwell
ryzen $avx2 Zen
core2_penryn_t9600,+rdrand $plain Penryn
corei7_icelake_u,clear:avx512f $gfni Ice Lake, AVX-512 registers not saved
"
all="$real
corei7_icelake_u,-gfni $avx512 Ice Lake without GFNI
corei7_icelake_u,-avx512vbmi $avx512_gfni Ice Lake without VBMI
corei7_icelake_u,-avx512vbmi2 $avx512_gfni Ice Lake without VBMI2
corei7_icelake_u,-avx512bw $gfni Ice Lake without BW
corei7_icelake_u,-bmi2 $plain Ice Lake without BMI2
corei7_haswell_4770,-lzcnt $plain Haswell without LZCNT
"
models=$real
sample=(QUADLINE_TEST_PERCENT=1 QUADLINE_TEST_EVERY=41)
few_only=
while [[ ${1:-} == --* ]]; do
  case $1 in
    --few)
      models=$few few_only=1 sample=(QUADLINE_TEST_PERCENT=1 QUADLINE_TEST_EVERY=401) ;;
    --all) models=$all ;;
    --complete) sample=(QUADLINE_TEST_PERCENT=10) ;;
    *) echo "ci/absent-cpus.sh: no option $1" >&2; exit 2 ;;
  esac
  shift
done
if [ $# -gt 0 ]; then
  models=
  for model; do
    line=$(grep -E "^$model " <<<"$all") || { echo "ci/absent-cpus.sh: no model $model" >&2; exit 2; }
    models+=$line$'\n'
  done
fi

if [ "$(uname -m)" != x86_64 ]; then echo "skipped absent CPUs: this is not an x86-64 machine"; exit 0; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! JOBS=$jobs ci/bochs/setup.sh >"$work/log" 2>&1; then
  tail -n 20 "$work/log"
  echo "skipped absent CPUs: ci/bochs/setup.sh failed"
  exit 0
fi
programs=$(ci/test-programs.sh "${QUADLINE_TEST_BUILD:-release}")

# Runs one model. Writes its row of the table, and a file that ends in `failed` if it fails.
run() {
  local file=$work/$1 model=$2 levels=$3 what=$4 cpu features=() settings commands clear= feature program test passed status TIMEFORMAT=%0U
  IFS=, read -r -a features <<<"$model"
  cpu=
  for feature in "${features[@]}"; do
    case $feature in clear:*) clear=${feature#clear:} ;; *) cpu+=,$feature ;; esac
  done
  printf '| %s | `%s` | %s |' "$what" "$model" "${levels//,/, }" >"$file.row"
  settings=("${sample[@]}" QUADLINE_EXPECT_LEVELS="$levels") commands=()
  for program in $programs; do
    [ ${#commands[@]} = 0 ] || commands+=(--)
    commands+=("$program")
    if [ -n "$few_only" ] && [[ $program == */suite-* ]]; then
      # Every CPU runs the levels without vectors.
      if [ "$levels" = $plain ]; then commands+=(levels::); else
        settings+=(QUADLINE_TEST_LEVELS="${levels%,$words}")
        # shellcheck disable=SC2207
        commands+=($(ci/tests-of-tests.sh))
      fi
    fi
  done
  status=0
  { time QUADLINE_BOCHS_CLEAR=$clear ci/bochs/run.sh "${cpu#,}" "${settings[@]}" "${commands[@]}" \
    >"$file.log" 2>&1 || status=$?; } 2>"$file.time"
  passed=$(grep -cE '^test result: ok. [1-9][0-9]* passed' "$file.log" || true)
  if [ $status != 0 ] || [ "$passed" != "$(wc -l <<<"$programs")" ]; then
    printf ' failed |' >>"$file.row"
    { echo "== $model: status $status, $passed programs passed"; tail -n 60 "$file.log"; } >>"$file.failed"
  else
    printf ' %s s |' "$(tail -n 1 "$file.time")" >>"$file.row"
  fi
  echo >>"$file.row"
}

number=1000 running=0
while read -r model levels what; do
  [ -n "$model" ] || continue
  number=$((number + 1))
  if [ $running -ge "$jobs" ]; then wait -n; running=$((running - 1)); fi
  run $number "$model" "$levels" "$what" </dev/null &
  running=$((running + 1))
done <<<"$models"
wait
cat "$work"/*.failed 2>/dev/null || true
echo "| CPU | model | levels | seconds |"
echo "|---|---|---|--:|"
cat "$work"/*.row
if ls "$work"/*.failed >/dev/null 2>&1; then
  echo "absent CPUs: FAILED on $(ls "$work"/*.failed | wc -l) of $((number - 1000)) models"
  exit 1
fi
echo "absent CPUs: one build, $((number - 1000)) models, no difference"
