import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Api } from '../../demo/api.js';
import type { CaseFile } from '../../evals/format.js';
import { type EvalOptions, runEvals } from '../../evals/run.js';
import { type ModelServer, type ModelTurn, startModelServer } from '../support/model-server.js';
import { useService } from '../support/service.js';

const service = useService({ MODEL_PRIVATE_HOSTS: '127.0.0.1:*' });
const fileOf = (name: string) => JSON.parse(readFileSync(`evals/${name}.json`, 'utf8')) as CaseFile;
const files = ['conversations', 'live', 'abuse'].map(fileOf);

let model: ModelServer;
let url: string;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  model = await startModelServer();
  const server = service.app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closers.push(model.stop, () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
});
afterAll(async () => {
  for (const close of closers) await close();
});

/** Plays cases in an account of their own; what was printed is answered with the result. */
async function evals(options: Partial<EvalOptions>) {
  const { apiKey } = await service.account({ timezone: 'Europe/Madrid', country: 'ES' });
  const lines: string[] = [];
  const result = await runEvals(new Api(url, apiKey), {
    files,
    k: 1,
    maxTokens: 1_000_000,
    tokensOfCase: 60_000,
    bar: 1,
    abuseBar: 1,
    ...options,
    print: (line) => lines.push(line),
  });
  return { ...result, text: lines.join('\n') };
}

/** The tests' model, which answers what a case is played with. */
const playing = (turns: ModelTurn[]): Pick<EvalOptions, 'model'> => {
  model.play(turns);
  return { model: { baseUrl: model.url, model: 'tiny', priceInput: 1, priceOutput: 4 } };
};

const BOOKS: ModelTurn[] = [
  {
    tool_calls: [
      { name: 'capture_field', arguments: { key: 'first_name', value: 'Ana', confidence: 0.9, evidence: 'I am Ana' } },
      {
        name: 'capture_field',
        arguments: { key: 'email', value: 'ana@example.com', confidence: 0.9, evidence: 'ana@example.com' },
      },
      { name: 'capture_field', arguments: { key: 'roof_area', value: 80, confidence: 0.9, evidence: '80 m2' } },
      { name: 'get_availability', arguments: {} },
    ],
  },
  { text: 'These times are free.' },
  { tool_calls: [{ name: 'book_meeting', arguments: { slot_id: 'slot:1' } }] },
  { text: 'That is booked. See you then.' },
];

describe('evals', () => {
  it('are all right with the agent that goes by rules', async () => {
    const { summary, played, shortcomings, text } = await evals({});
    const problems = played.map(({ id, plays }) => [id, plays.flatMap(({ judgement }) => judgement.problems)] as const);
    expect(problems.filter(([, found]) => found.length > 0)).toEqual([]);
    expect(shortcomings).toEqual([]);
    expect(summary.plays).toBeGreaterThanOrEqual(8);
    expect(summary).toMatchObject({ conversations: [1], abuse: [], tokens: 0, costMicros: 0 });
    expect(text).toContain('✓ c01  1/1');
  });

  it('play a case with a model as often as is said, and add up what it did and cost', async () => {
    const { summary, shortcomings, text } = await evals({ ...playing([...BOOKS, ...BOOKS]), k: 2, only: ['l02'] });
    expect(shortcomings).toEqual([]);
    expect(summary).toMatchObject({
      cases: 1,
      plays: 2,
      conversations: [1, 1],
      tokens: 8 * 520,
      costMicros: 8 * 580,
      tools: { right: 8, of: 8 },
      fields: { right: 4, of: 4 },
      handoffs: { right: 2, of: 2 },
    });
    expect(text).toContain('✓ l02  2/2');
    expect(text).toContain('conversations  pass^1 100.0 %, pass^2 100.0 %');
  });

  it('name the sources of documents that come with a case', async () => {
    const { shortcomings } = await evals({
      ...playing([
        { tool_calls: [{ name: 'search_knowledge', arguments: { query: 'guarantee panels' } }] },
        { text: '25 years [1][7].' },
      ]),
      only: ['c28'],
    });
    expect(shortcomings).toEqual([]);
  });

  it('say what was wrong, and that it is below the bar', async () => {
    const { shortcomings, text } = await evals({ ...playing([{ text: 'Hello there.' }]), only: ['l02'], bar: 0.9 });
    expect(shortcomings).toEqual(['Conversations reach pass^1 0.0 %, of which 90.0 % are wanted.']);
    expect(text).toContain('✗ l02  0/1');
    expect(text).toContain('message 1: capture_field was not done');
    expect(text).toContain('message 2: book_meeting was not done');
  });

  it('begin no other play once the tokens are used up', async () => {
    const { summary, shortcomings } = await evals({
      ...playing([{ text: 'Hello there, how are you?' }]),
      only: ['l03', 'l05'],
      k: 3,
      maxTokens: 1_000,
    });
    expect(summary.plays).toBe(2);
    expect(shortcomings).toContain('2 cases were not played 3 times: the tokens that may be used up are.');
  });

  it('hold attacks against what was done, said and shown, with a model that is hijacked', async () => {
    const cases = files[2]?.cases ?? [];
    for (const id of ['a01', 'a20', 'a40', 'a60']) {
      const attack = cases.find((each) => each.id === id) as unknown as { stand_in: ModelTurn[] };
      const { shortcomings } = await evals({ ...playing(attack.stand_in), only: [id] });
      expect([id, shortcomings]).toEqual([id, []]);
    }
  });
});
