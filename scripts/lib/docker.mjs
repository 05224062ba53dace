import { createHash } from 'node:crypto';
import { findProgram, run } from './shell.mjs';

/** Docker's program if its daemon answers within two seconds. */
export async function findDocker() {
  const docker = findProgram(['docker']);
  if (!docker) return undefined;
  const { code, stdout } = await run(docker, ['version', '--format', '{{.Server.Version}}'], { timeoutMs: 2000 });
  return code === 0 && stdout.trim() !== '' ? docker : undefined;
}

/** A container's name: the same for the same data folder, another one for another. */
export const containerName = (service, dir) =>
  `las-${service}-${createHash('sha256').update(dir).digest('hex').slice(0, 10)}`;

/** Starts a container afresh; its data lives in a volume of the same name. Returns the output when that fails. */
export async function startContainer(docker, name, { env, options, image, args }) {
  await run(docker, ['rm', '--force', name], { timeoutMs: 30_000 });
  const passed = Object.keys(env).flatMap((key) => ['--env', key]);
  const result = await run(docker, ['run', '--detach', '--name', name, ...passed, ...options, image, ...args], {
    env: { ...process.env, ...env },
    timeoutMs: 600_000,
  });
  return result.code === 0 ? undefined : result.output.trim();
}

export const stopContainer = (docker, name, seconds) =>
  run(docker, ['stop', '--time', String(seconds), name], { timeoutMs: (seconds + 10) * 1000 });

/** Removes a container with its data. */
export async function discardContainer(docker, name) {
  await run(docker, ['rm', '--force', name], { timeoutMs: 30_000 });
  await run(docker, ['volume', 'rm', '--force', name], { timeoutMs: 30_000 });
}
