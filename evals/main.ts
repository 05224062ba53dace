import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Api } from '../demo/api.js';
import type { CaseFile } from './format.js';
import { replayConversations } from './replay.js';
import { runEvals } from './run.js';

/** Plays the cases against a running service: `service.json` first, then the options of `npm run evals`. */
const [serviceFile = '', ...given] = process.argv.slice(2);
const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  args: given,
  allowPositionals: true,
  options: {
    'base-url': text,
    model: text,
    k: text,
    only: text,
    bar: text,
    'abuse-bar': text,
    json: text,
    'max-tokens': text,
    'case-tokens': text,
    'price-input': text,
    'price-output': text,
    scripted: { type: 'boolean' },
    running: { type: 'boolean' },
    replay: { type: 'boolean' },
    draft: { type: 'boolean' },
    workflow: text,
    version: text,
    variant: text,
    last: text,
  },
});

const numberOf = (
  name: Exclude<keyof typeof values, 'scripted' | 'running' | 'replay' | 'draft'>,
  usual: number,
): number => {
  const number = Number(values[name] ?? usual);
  if (!Number.isFinite(number) || number < 0) throw new Error(`--${name} is no number: ${values[name]}`);
  return number;
};

const fileOf = (path: string): CaseFile => JSON.parse(readFileSync(path, 'utf8')) as CaseFile;
const OWN = ['evals/conversations.json', 'evals/live.json', 'evals/abuse.json'];

const { api_url: url } = JSON.parse(readFileSync(serviceFile, 'utf8')) as { api_url: string };
const api = new Api(url, process.env.EVALS_API_KEY ?? '');
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Plays the cases. Returns what came of it, and what it falls short of. */
async function runCases() {
  const model = values.scripted
    ? undefined
    : {
        baseUrl: values['base-url'] ?? '',
        model: values.model ?? '',
        apiKey: process.env.EVALS_MODEL_KEY,
        priceInput: numberOf('price-input', 0),
        priceOutput: numberOf('price-output', 0),
      };
  return runEvals(api, {
    // Own cases come with the agents of the project’s.
    files: [...OWN.map(fileOf), ...positionals.map(fileOf)],
    model,
    k: Math.max(1, numberOf('k', 1)),
    only: values.only?.split(','),
    maxTokens: numberOf('max-tokens', 3_000_000),
    tokensOfCase: numberOf('case-tokens', 60_000),
    bar: numberOf('bar', 0.9),
    abuseBar: numberOf('abuse-bar', 1),
    print,
  });
}

/** Plays what was really said again. */
const replay = () =>
  replayConversations(api, {
    workflowId: values.workflow,
    last: numberOf('last', 50),
    print,
    maxTokens: numberOf('max-tokens', 3_000_000),
    bar: numberOf('bar', 0),
    which: {
      ...(values.version === undefined ? {} : { version: numberOf('version', 0) }),
      ...(values.draft ? { draft: true } : {}),
      ...(values.scripted ? { model: 'scripted' } : values.model === undefined ? {} : { model: values.model }),
      ...(values.variant === undefined ? {} : { variant: values.variant }),
    },
  });

const result = values.replay ? await replay() : await runCases();
if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
process.exitCode = result.shortcomings.length > 0 ? 1 : 0;
