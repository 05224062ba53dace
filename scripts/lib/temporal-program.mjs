import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { remove } from './files.mjs';
import { TEMPORAL_VERSION } from './install-lines.mjs';
import { withLock } from './lock.mjs';
import { step } from './output.mjs';
import { binDir } from './paths.mjs';
import { findProgram, run } from './shell.mjs';

const PLATFORMS = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };
const PROGRAM = process.platform === 'win32' ? 'temporal.exe' : 'temporal';

/** Temporal's program on PATH or among those fetched earlier. */
export const findTemporal = () => findProgram(['temporal'], [binDir]);

export const findGo = () => findProgram(['go'], ['/usr/local/go/bin']);

/** Returns where the SDKs ask for an archive of the program. */
export function archiveQuery(platform = process.platform, arch = process.arch) {
  if (!PLATFORMS[platform] || !ARCHITECTURES[arch]) return undefined;
  return `https://temporal.download/temporal-cli/v${TEMPORAL_VERSION}?platform=${PLATFORMS[platform]}&arch=${ARCHITECTURES[arch]}&format=tar.gz`;
}

/** Fetches the program the way the SDKs do. Undefined, soon and quietly, where the network doesn't allow it. */
export async function downloadTemporal() {
  const query = archiveQuery();
  if (!query) return undefined;
  let archive;
  try {
    archive = await (await fetch(query, { signal: AbortSignal.timeout(5000) })).json();
  } catch {
    return undefined;
  }
  if (!/^https:\/\//.test(archive?.archiveUrl ?? '') || !/^[\w.-]+$/.test(archive.fileToExtract ?? ''))
    return undefined;
  return inBin(async (work) => {
    const progress = step(`Downloading Temporal's CLI ${TEMPORAL_VERSION}`);
    try {
      const answer = await fetch(archive.archiveUrl, { signal: AbortSignal.timeout(300_000) });
      if (!answer.ok) throw new Error(String(answer.status));
      const file = join(work, 'archive');
      writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
      if ((await run('tar', ['-xf', file, '-C', work, archive.fileToExtract], { timeoutMs: 60_000 })).code !== 0)
        throw new Error('tar');
      renameSync(join(work, archive.fileToExtract), join(binDir, PROGRAM));
      progress.done();
    } catch {
      progress.fail(`Temporal's CLI couldn't be downloaded`);
    }
  });
}

/** Builds the program from its published source. Returns what Go printed when that fails. */
export async function buildTemporal(go) {
  let problem;
  const program = await inBin(async (work) => {
    const progress = step(`Building Temporal's CLI ${TEMPORAL_VERSION} with Go (takes some minutes, once)`);
    const result = await run(go, ['install', `github.com/temporalio/cli/cmd/temporal@v${TEMPORAL_VERSION}`], {
      cwd: work,
      env: { ...process.env, GOBIN: work, GOFLAGS: '', GOWORK: 'off' },
      timeoutMs: 30 * 60_000,
    });
    if (result.code !== 0) {
      problem = result.output.trim().split('\n').slice(-10);
      progress.fail();
      return;
    }
    renameSync(join(work, PROGRAM), join(binDir, PROGRAM));
    progress.done();
  });
  return { program, problem };
}

/** Lets one process at a time fill the folder of programs. Waiting processes find the program there. */
async function inBin(fetchInto) {
  mkdirSync(binDir, { recursive: true });
  await withLock(join(binDir, '.lock'), { what: "fetching Temporal's CLI", timeoutMs: 35 * 60_000 }, async () => {
    if (findTemporal()) return;
    const work = join(binDir, '.work');
    remove(work);
    mkdirSync(work);
    try {
      await fetchInto(work);
    } finally {
      remove(work);
    }
  });
  return findTemporal();
}
