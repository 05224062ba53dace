import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LOGGER = '{ error: (fields) => console.log(String(fields.err)) }';
const start = (stallMs: number) =>
  `const { startWatchdog } = await import('${ROOT}/runtime/watchdog.ts');
   const stop = startWatchdog({ logger: ${LOGGER}, name: 'program', stallMs: ${stallMs} });
   process.stdout.write('started\\n');`;

/** Runs a program that has a watchdog; answers how it ended and what it wrote. */
async function run(program: string, onStart: (child: ReturnType<typeof spawn>) => void = () => undefined) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (output === '') onStart(child);
    output += text;
  });
  const [code, signal] = await once(child, 'close');
  return { code, signal, output };
}

describe('the watchdog of the event loop', () => {
  it('ends a process whose loop stalls and names the function it was in', async () => {
    const { signal, output } = await run(`${start(1_000)}
      function freeze() { while (true); }
      setTimeout(freeze, 100);`);
    expect(signal).toBe('SIGKILL');
    const line = JSON.parse(output.split('\n')[1] ?? '');
    expect(line).toMatchObject({ level: 'fatal', name: 'program' });
    expect(line.stack[0]).toMatch(/^freeze /);
  });

  it('ends a process that is lost in a regular expression', async () => {
    const { signal, output } = await run(`${start(1_000)}
      setTimeout(function match() { /^(a+)+$/.test('a'.repeat(40) + '!'); }, 100);`);
    expect(signal).toBe('SIGKILL');
    expect(output).toContain('"level":"fatal"');
  });

  it('spares a process whose loop turns, however busy it is', async () => {
    const { code, output } = await run(`${start(2_000)}
      let rounds = 0;
      const work = () => {
        const until = performance.now() + 100;
        while (performance.now() < until);
        rounds += 1;
        if (rounds < 40) setImmediate(work);
        else stop();
      };
      work();`);
    expect({ code, output }).toEqual({ code: 0, output: 'started\n' });
  });

  it('spares a process that was suspended for longer', async () => {
    const resumed = (child: ReturnType<typeof spawn>) => {
      child.kill('SIGSTOP');
      // Suspended for longer than it may stall, by the clock of this process.
      setTimeout(() => child.kill('SIGCONT'), 2_500);
    };
    const { code, output } = await run(`${start(1_500)} setTimeout(stop, 3_000);`, resumed);
    expect({ code, output }).toEqual({ code: 0, output: 'started\n' });
  });

  it('spares a process that a debugger may hold', async () => {
    const { code, output } = await run(`${start(1_000)}
      const inspector = await import('node:inspector');
      inspector.open(0, '127.0.0.1');
      await new Promise((resolve) => setTimeout(resolve, 600));
      const until = performance.now() + 2_500;
      while (performance.now() < until);
      process.stdout.write('resumed\\n');
      inspector.close();
      stop();`);
    expect({ code, output }).toEqual({ code: 0, output: 'started\nresumed\n' });
  });
});
