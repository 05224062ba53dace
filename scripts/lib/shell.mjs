import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

/** Runs a program to its end and answers its code and output; code -1 when it can't run or the time is over. */
export function run(command, args, { cwd, env, timeoutMs, uid, gid, stdio = 'pipe', onOutput } = {}) {
  return new Promise((resolve) => {
    const windowsScript = process.platform === 'win32' && /\.(cmd|bat)$/.test(command);
    const child = spawn(command, args, {
      cwd,
      env,
      uid,
      gid,
      windowsHide: true,
      shell: windowsScript,
      stdio: stdio === 'pipe' ? ['ignore', 'pipe', 'pipe'] : stdio,
    });
    running.add(child);
    let stdout = '';
    let output = '';
    let timedOut = false;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            child.kill('SIGKILL');
          }, timeoutMs);
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
      output += chunk;
      onOutput?.(String(chunk));
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
      onOutput?.(String(chunk));
    });
    const end = (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code: timedOut ? -1 : code, stdout, output, timedOut });
    };
    child.once('error', (error) => {
      output += error.message;
      end(-1);
    });
    child.once('close', (code) => end(code ?? -1));
  });
}

const isProgram = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** Finds a program by its names on PATH and in further folders; undefined when there is none. */
export function findProgram(names, folders = []) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...folders]) {
    if (folder === '') continue;
    for (const name of names) {
      for (const ending of endings) {
        const path = join(folder, name + ending);
        if (isProgram(path)) return path;
      }
    }
  }
  return undefined;
}

/** Returns whether this runs as root, who may install packages. */
export const isRoot = () => process.getuid?.() === 0;
