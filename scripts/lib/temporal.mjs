import { join } from 'node:path';
import { containerName, discardContainer, findDocker, startContainer, stopContainer } from './docker.mjs';
import { readJson, writeJson } from './files.mjs';
import { TEMPORAL_VERSION, temporalLines } from './install-lines.mjs';
import { withLock } from './lock.mjs';
import { during, Stop } from './output.mjs';
import { makeDataDir } from './paths.mjs';
import { answers } from './ports.mjs';
import { until } from './processes.mjs';
import {
  pingTemporal,
  runningTemporal,
  startTemporal,
  stopTemporal,
  temporalArguments,
  temporalPorts,
  temporalStateFile,
} from './temporal-own.mjs';
import { buildTemporal, downloadTemporal, findGo, findTemporal } from './temporal-program.mjs';

const IMAGE = `temporalio/temporal:${TEMPORAL_VERSION}`;

async function startInDocker(docker, dir, lifetime) {
  const name = containerName('temporal', dir);
  const { port, uiPort } = await temporalPorts(dir);
  await during(`Starting ${IMAGE} in Docker`, async () => {
    const problem = await startContainer(docker, name, {
      env: {},
      options: [
        '--user',
        '0',
        '--publish',
        `127.0.0.1:${port}:7233`,
        '--publish',
        `127.0.0.1:${uiPort}:8233`,
        '--volume',
        `${name}:/data`,
      ],
      image: IMAGE,
      args: temporalArguments({ host: '0.0.0.0', port: 7233, uiPort: 8233, database: '/data/temporal.db' }),
    });
    if (problem) throw new Stop(`Docker couldn't run ${IMAGE}:`, [problem]);
    lifetime.defer(() => stopContainer(docker, name, 15));
    writeJson(temporalStateFile(dir), { kind: 'docker', name, port, uiPort });
    if (!(await until(() => pingTemporal(`127.0.0.1:${port}`), { timeoutMs: 90_000, everyMs: 500 }))) {
      throw new Stop(`${IMAGE} didn't become ready.`, [`Check: docker logs ${name}`]);
    }
  });
  return { address: `127.0.0.1:${port}`, uiUrl: `http://127.0.0.1:${uiPort}` };
}

async function bringUp(dir, lifetime, options) {
  const running = await runningTemporal(dir);
  if (running) {
    lifetime.defer(() => stopTemporal(dir));
    return running;
  }
  const dataInDocker = readJson(temporalStateFile(dir))?.kind === 'docker';
  const program = dataInDocker ? undefined : (findTemporal() ?? (await downloadTemporal()));
  if (program) return startTemporal(program, dir, lifetime, options);
  const docker = await findDocker();
  if (docker) return startInDocker(docker, dir, lifetime);
  if (dataInDocker)
    throw new Stop("Temporal for this data folder runs in Docker, but the Docker daemon doesn't respond.", [
      'Start Docker, or start over with: npm run reset',
    ]);
  const go = findGo();
  const built = go ? await buildTemporal(go) : {};
  if (built.program) return startTemporal(built.program, dir, lifetime, options);
  throw new Stop("Temporal wasn't found and couldn't be downloaded. To install it:", [
    ...temporalLines,
    '',
    'or set TEMPORAL_ADDRESS=host:7233',
    ...(built.problem ? ['', 'Go said:', ...built.problem] : []),
  ]);
}

/**
 * A Temporal server: the one TEMPORAL_ADDRESS names, one of ours that runs, a development server from a program that is
 * here or can be downloaded, Docker, or one built with Go. Answers `{address, uiUrl, process?, own}`; ends with `lifetime`.
 */
export async function ensureTemporal(dir, lifetime, options) {
  if (process.env.TEMPORAL_ADDRESS) {
    const address = process.env.TEMPORAL_ADDRESS;
    const [, host, port] = /^(?:[a-z]+:\/\/)?(.+):(\d+)$/.exec(address) ?? [];
    if (!host || !(await answers(host, Number(port), 5000))) {
      throw new Stop(`No response from TEMPORAL_ADDRESS (${address}).`, [
        'Correct TEMPORAL_ADDRESS (host:port), or unset it to use a private server.',
      ]);
    }
    return { address, uiUrl: process.env.TEMPORAL_UI_URL ?? '', own: false };
  }
  makeDataDir(dir);
  const found = await withLock(join(dir, 'locks', 'temporal'), { what: 'starting Temporal' }, () =>
    bringUp(dir, lifetime, options),
  );
  return { ...found, own: true };
}

/** Ends whatever private server this data folder has; `discard` also removes data that lives outside the folder. */
export async function putAwayTemporal(dir, { discard = false } = {}) {
  await stopTemporal(dir);
  const state = readJson(temporalStateFile(dir));
  if (state?.kind !== 'docker') return;
  const docker = await findDocker();
  if (!docker) return;
  await stopContainer(docker, state.name, 15);
  if (discard) await discardContainer(docker, state.name);
}
