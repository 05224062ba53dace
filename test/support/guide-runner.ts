import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from './eventually.js';
import { differences, GuideValues } from './guide-answers.js';
import { type GuideBlock, statusOf, wordOf } from './guide-blocks.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const READS_FOR_MS = 60_000;
/** The address that the guides write; it becomes the one of the service under test. */
const WRITTEN_URL = 'http://127.0.0.1:3000';

interface Outcome {
  code: number | null;
  out: string;
  err: string;
  statuses: number[];
}

/**
 * The commands of guides: `curl` notes its statuses, `npm run admin` is the built program, and `jq -r .a.b` works
 * without a jq on the machine.
 */
const SHIMS = {
  curl: `#!/bin/bash
exec "$REAL_CURL" -sS --max-time 60 --write-out '%{stderr}<status %{http_code}>\n' "$@"
`,
  npm: `#!/bin/bash
[ "$1 $2 $3" = "run admin --" ] || { echo "npm $*: a guide may run nothing of npm but admin" >&2; exit 64; }
shift 3
exec node "$PROJECT/dist/scripts/admin/main.js" "$@"
`,
  jq: `#!/bin/bash
real=$(PATH="\${PATH#*:}" command -v jq) && exec "$real" "$@"
shift
exec node -e 'let value = JSON.parse(require("fs").readFileSync(process.argv[2] ?? 0, "utf8"));
for (const key of process.argv[1].split(".").slice(1)) value = value[key];
console.log(value);' -- "$@"
`,
};

const CLIENT = `import * as clientPackage from 'lead-automation-client';
const { LeadAutomationClient } = clientPackage;
const client = new LeadAutomationClient({ apiKey: process.env.API_KEY, baseUrl: process.env.BASE_URL });
`;

/** Builds the client into a folder that programs below `home` find it in. */
export async function installClient(home: string): Promise<void> {
  const folder = path.join(home, 'node_modules/lead-automation-client');
  mkdirSync(folder, { recursive: true });
  const { code, out, err } = await run(
    process.execPath,
    [path.join(ROOT, 'client/scripts/build.mjs'), path.join(folder, 'dist')],
    home,
    process.env,
  );
  if (code !== 0) throw new Error(out + err);
  writeFileSync(path.join(folder, 'package.json'), readFileSync(path.join(ROOT, 'client/package.json')));
}

/** An empty folder to run guides in, with the client installed; `remove` ends it. */
export async function guideHome(): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'las-guides-'));
  await installClient(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The service that a guide is run against. */
export interface GuideTarget {
  url: string;
  apiKey: string;
  env?: NodeJS.ProcessEnv;
}

/** Runs the blocks of one guide, in order, as a reader does: what one answers, the next ones know. */
export class GuideRunner {
  readonly #values: GuideValues;
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  #last: { block: GuideBlock; outcome: Outcome } | undefined;
  #programs = 0;

  constructor(home: string, guide: string, service: GuideTarget) {
    this.#folder = path.join(home, guide);
    const bin = path.join(this.#folder, '.bin');
    mkdirSync(path.join(this.#folder, '.data'), { recursive: true });
    mkdirSync(bin);
    for (const [name, text] of Object.entries(SHIMS)) {
      writeFileSync(path.join(bin, name), text);
      chmodSync(path.join(bin, name), 0o755);
    }
    writeFileSync(path.join(this.#folder, '.data/demo-key'), `${service.apiKey}\n`);
    this.#env = {
      ...process.env,
      ...service.env,
      PATH: `${bin}:${path.dirname(process.execPath)}:${process.env.PATH}`,
      REAL_CURL: realCurl(),
      PROJECT: ROOT,
      BASE_URL: service.url,
      API_KEY: service.apiKey,
    };
    this.#values = new GuideValues(WRITTEN_URL, service.url);
  }

  /** Runs one block; `next` is the one behind it, which may be its answer. Throws where the guide is wrong. */
  async run(block: GuideBlock, next: GuideBlock | undefined): Promise<void> {
    const file = wordOf(block, 'file');
    if (file !== undefined) return writeFileSync(path.join(this.#folder, file), this.#values.replaceIn(block.text));
    if (block.language === 'sh') return this.#runCommands(block, isAnswer(next) ? next : undefined);
    if (block.language === 'js') return this.#runProgram(block);
    if (block.language === 'json') return this.#compare(block);
    throw new Error(`Nothing runs a block of "${block.language}".`);
  }

  async #runCommands(block: GuideBlock, answer: GuideBlock | undefined): Promise<void> {
    const once = () => this.#shell(this.#values.replaceIn(block.text));
    const wanted = statusOf(block) ?? statusOf(answer);
    const onlyReads = !/(^|\s)(-X|-d|-F|-T|--data\S*|--form|--json|--request|--upload-file)\b/.test(block.text);
    if (!onlyReads || !answer?.text.startsWith('{') || !/\bcurl\b/.test(block.text)) {
      const outcome = await once();
      check(outcome, wanted);
      this.#last = { block, outcome };
      return;
    }
    // A block that only reads is repeated until its response matches the guide.
    let outcome = await once();
    const written = JSON.parse(this.#values.replaceIn(answer.text));
    const fits = () => {
      const now = parsed(outcome.out);
      return (
        now !== undefined &&
        differences(written, now, answer.words.includes('shortened'), new GuideValues('', '')).length === 0
      );
    };
    await eventually(async () => {
      if (fits()) return true;
      outcome = await once();
      return undefined;
    }, READS_FOR_MS).catch(() => undefined);
    check(outcome, wanted);
    this.#last = { block, outcome };
  }

  async #runProgram(block: GuideBlock): Promise<void> {
    const text = this.#values.replaceIn(block.text);
    const file = path.join(this.#folder, `program-${++this.#programs}.mjs`);
    writeFileSync(file, /^import /m.test(text) ? text : CLIENT + text);
    const outcome = await this.#shell(`node '${file}'`);
    if (outcome.code !== 0) throw new Error(`It ended with ${outcome.code}:\n${outcome.err}${outcome.out}`);
    this.#last = { block, outcome };
  }

  /** Returns the response of the last block, with the address that guides write. */
  answered(): unknown {
    const out = this.#last?.outcome.out ?? '';
    return parsed(out.replaceAll(String(this.#env.BASE_URL), WRITTEN_URL));
  }

  #compare(answer: GuideBlock): void {
    const last = this.#last;
    if (!last) throw new Error('It is the answer to nothing.');
    this.#last = undefined;
    const now = parsed(last.outcome.out);
    if (now === undefined) throw new Error(`What was answered is not JSON:\n${last.outcome.out}`);
    if (!answer.text.trim().startsWith('{') && !answer.text.trim().startsWith('['))
      throw new Error('The answer is empty: record.spec.ts fills it in.');
    const written = JSON.parse(this.#values.replaceIn(answer.text));
    const wrong = differences(written, now, answer.words.includes('shortened'), this.#values);
    if (wrong.length > 0) throw new Error(`${wrong.join('\n')}\nAnswered was:\n${JSON.stringify(now, null, 2)}`);
  }

  #shell(commands: string): Promise<Outcome> {
    const state = path.join(this.#folder, '.state');
    const known = existsSync(state) ? `. '${state}'\n` : '';
    const script = `${known}set -eo pipefail -o allexport\n${commands}\ndeclare -px > '${state}'\n`;
    return run('bash', ['-c', script], this.#folder, this.#env);
  }
}

const isAnswer = (block: GuideBlock | undefined): block is GuideBlock =>
  block?.language === 'json' && !block.words.some((word) => word.includes('='));

function check({ code, out, err, statuses }: Outcome, wanted: number | undefined): void {
  const last = statuses.at(-1);
  const wrong = wanted === undefined ? statuses.some((status) => status < 200 || status > 299) : last !== wanted;
  if (code !== 0 || wrong)
    throw new Error(
      `It ended with ${code} and the statuses ${statuses.join(', ')}${wanted ? ` instead of ${wanted}` : ''}:\n${err}\n${out}`,
    );
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function realCurl(): string {
  const found = (process.env.PATH ?? '')
    .split(':')
    .map((folder) => path.join(folder, 'curl'))
    .find((file) => existsSync(file));
  if (!found) throw new Error('The guides are run with curl, which is not on this machine.');
  return found;
}

function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.once('error', reject);
    child.once('close', (code) => {
      const statuses = [...err.matchAll(/<status (\d{3})>/g)].map((match) => Number(match[1]));
      resolve({ code, out, err: err.replaceAll(/<status \d{3}>\n/g, ''), statuses });
    });
  });
}
