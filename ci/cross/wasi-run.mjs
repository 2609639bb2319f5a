// Runs a program of wasm32-wasip1: see wasi-run.sh.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [file, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [file, ...rest], env: process.env, preopens: { '/': '/' }, returnOnExit: true });
const imports = wasi.getImportObject ? wasi.getImportObject() : { wasi_snapshot_preview1: wasi.wasiImport };
const program = await WebAssembly.compile(readFileSync(file));
process.exit(wasi.start(await WebAssembly.instantiate(program, imports)) ?? 0);
