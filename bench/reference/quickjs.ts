/** The least that running a piece of code in a process takes: for each line a fresh QuickJS, the code, its result. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { QuickJS } from 'quickjs-wasi';

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<never> };

const file = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm');
const module = await WebAssembly.compile(readFileSync(file));
for await (const code of createInterface({ input: process.stdin })) {
  const engine = await QuickJS.create({ wasm: module });
  const result = engine.evalCode(code).consume((handle) => handle.toNumber());
  engine.dispose();
  process.stdout.write(`${result}\n`);
}
