import { join } from 'node:path';
import { readJson } from './files.mjs';
import { lockHolder } from './lock.mjs';
import { mysqlStateFile } from './mysql-own.mjs';
import { during, Stop } from './output.mjs';
import { stillRuns, stopProcess, until } from './processes.mjs';
import { putAwayServices } from './services.mjs';
import { temporalStateFile } from './temporal-own.mjs';

const SUPERVISOR_MS = 90_000;
const GRACE_MS = 25_000;

/**
 * Ends whatever runs on a data folder: its supervisor or test run, which puts everything away in order, and then what a
 * killed one left behind. Returns whether there was anything.
 */
export async function stopAll(dir, options) {
  let found = false;
  for (const name of ['service', 'run']) {
    const holder = lockHolder(join(dir, 'locks', name));
    if (!holder) continue;
    found = true;
    await during(`Stopping process ${holder.pid} and its children`, async () => {
      process.kill(holder.pid, 'SIGTERM');
      if (!(await until(() => !stillRuns(holder), { timeoutMs: SUPERVISOR_MS }))) {
        throw new Stop(`Process ${holder.pid} didn't stop within ${SUPERVISOR_MS / 1000} s.`, [
          `Stop it with kill -9 ${holder.pid}, then run npm stop again.`,
        ]);
      }
    });
  }
  const left = readJson(join(dir, 'processes.json')) ?? {};
  for (const name of ['api', 'worker']) {
    if (!stillRuns(left[name])) continue;
    found = true;
    await stopProcess(left[name], GRACE_MS);
  }
  found ||= [temporalStateFile(dir), mysqlStateFile(dir)].some((path) => stillRuns(readJson(path)?.process));
  await putAwayServices(dir, options);
  return found;
}
