import { readFileSync } from 'node:fs';
import { createConnection } from 'mysql2/promise';
import { newId } from '../../runtime/ids.js';
import { searchKnowledge } from '../../services/knowledge/search.js';
import { createProofs } from '../../services/widget/proofs.js';
import { type ChatSetup, openChatSetup, type ReadyTurn, startModel, type Visitor } from '../support/chat-stand.js';
import { compare, type Figure, median, percentile, require } from '../support/figure.js';
import { inParallel, load, pause, until } from '../support/load.js';
import type { Program } from '../support/programs.js';
import { REFERENCE_QUEUE, type Setup } from '../support/stand.js';

const IN_FLIGHT = 16;
const TURNS = 200;
const EACH = 4;

const many = <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** P15: what a visitor says is answered by rules in the same request, its proof included, against P1. */
export async function answerByRules(setup: Setup): Promise<Figure> {
  const chat = await openChatSetup(setup, { asksProof: true });
  const api = await setup.api();
  const tails: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  let serial = 0;
  try {
    const figure = await compare({
      id: 'P15',
      name: 'chat turn by rules with its proof, p50',
      reference: 'P1, 16 in flight',
      unit: 'ms',
      target: { kind: 'below', ratio: 2 },
      async ours(round) {
        // The messages of one visitor are sent in order, with those of others in between.
        const ready: ReadyTurn[][] = Array.from({ length: EACH }, () => []);
        await inParallel(Array.from({ length: TURNS / EACH }), IN_FLIGHT, async () => {
          const visitor = await chat.visitor();
          for (const [n, turns] of ready.entries())
            turns.push(await chat.turnOf(visitor, `I am thinking about it ${n}`));
        });
        const took: number[] = [];
        await inParallel(ready.flat(), IN_FLIGHT, async (turn) => took.push(await timed(() => chat.send(turn))));
        if (round >= 0) tails.ours.push(percentile(took, 99));
        return median(took);
      },
      async theirs(round) {
        const request = () => {
          serial += 1;
          const body = JSON.stringify({ first_name: 'Ada', email: `beside-${serial}@example.com` });
          return { method: 'POST' as const, path: '/api/public/leads', headers: setup.headers, body };
        };
        const { latencies } = await load(api, { inFlight: IN_FLIGHT, ms: 1_500, request });
        if (round >= 0) tails.theirs.push(percentile(latencies, 99));
        return median(latencies);
      },
    });
    const bareApi = await setup.referenceApi();
    // The first is what the compiler learns from.
    await bareTurn(bareApi);
    const bare = await bareTurn(bareApi);
    figure.notes.push(
      `bare Express and mysql2 with as many statements: ${(bare / (figure.theirs ?? Number.NaN)).toFixed(2)} times P1`,
    );
    const ratio = median(tails.ours) / median(tails.theirs);
    require(figure, ratio < 3, `p99 ${median(tails.ours).toFixed(1)} ms, ${ratio.toFixed(2)} times P1's (< 3)`);
    return figure;
  } finally {
    await chat.close();
  }
}

/** Returns how long the statements of a turn take on their own. */
async function bareTurn(url: string): Promise<number> {
  const request = () => ({
    method: 'POST' as const,
    path: '/turn',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session_id: newId() }),
  });
  return median((await load(url, { inFlight: IN_FLIGHT, ms: 3_000, request })).latencies);
}

/** Sends a turn whose answer comes with it, as a quick model's does. */
async function answered(chat: ChatSetup, turn: ReadyTurn): Promise<void> {
  const status = await chat.send(turn);
  if (status !== 'answered') throw new Error(`The turn was ${status}, not answered.`);
}

const MODEL_MS = 300;
/** Turns of each before any is measured, and how many at once. */
const WARM_UP = { turns: 200, atOnce: 8 };

/** P22: a turn with a model, without the model's own time, against a raw workflow with one activity and three rows. */
export async function answerWithModel(setup: Setup): Promise<Figure> {
  const model = await startModel(() => MODEL_MS);
  const chat = await openChatSetup(setup, { modelUrl: model.url, asksProof: false });
  await Promise.all([setup.worker(), setup.referenceWorker()]);
  const raw = await createConnection({ uri: process.env.DATABASE_URL ?? '' });
  const events: number[] = [];
  const takeBareTurn = async () => {
    const id = `chat/${newId()}`;
    for (const step of [1, 2])
      await raw.query('INSERT INTO bench_rows (run_id, step, at_ms) VALUES (?, ?, ?)', [id, step, Date.now()]);
    await setup.client.workflow.execute('rawDue', { workflowId: id, taskQueue: REFERENCE_QUEUE, args: [id, 0] });
  };
  try {
    await inParallel(Array.from({ length: WARM_UP.turns }), WARM_UP.atOnce, async () => {
      await answered(chat, await chat.turnOf(await chat.visitor(), 'We have three rooms'));
      await takeBareTurn();
    });
    const figure = await compare({
      id: 'P22',
      name: 'chat turn with a model, less the time of that, p50',
      unit: 'ms',
      reference: 'two rows, a raw workflow with one activity that writes a third',
      target: { kind: 'below', ratio: 1.5 },
      async ours(round) {
        const took: number[] = [];
        for (let n = 0; n < 12; n += 1) {
          const visitor = await chat.visitor();
          const turn = await chat.turnOf(visitor, 'We have three rooms');
          const whole = await timed(() => answered(chat, turn));
          took.push(whole - (model.took.at(-1) ?? Number.NaN));
          const conversation = await setup
            .db('conversations')
            .where({ thread: `chat/${visitor.sessionId}` })
            .first('id');
          const handle = setup.client.workflow.getHandle(`conversation/${conversation?.id}`);
          await handle.result();
          if (round >= 0) events.push(Number((await handle.describe()).historyLength));
        }
        return median(took);
      },
      async theirs() {
        const took: number[] = [];
        for (let n = 0; n < 12; n += 1) took.push(await timed(takeBareTurn));
        return median(took);
      },
    });
    const most = Math.max(...events);
    require(figure, most <= 14, `${most} events a turn (<= 14)`);
    return figure;
  } finally {
    await raw.end();
    await chat.close();
    model.close();
    await setup.stopWorkers();
  }
}

/** A figure without a reference: what may be used at most. */
const within = (
  { id, name, unit, values, most }: { id: string; name: string; unit: string; values: number[]; most: number },
  ...notes: string[]
): Figure => {
  const ours = median(values);
  const ratio = ours / most;
  return {
    id,
    name,
    unit,
    ours,
    theirs: most,
    ratio,
    notes,
    met: ratio < 1,
    target: '< 1.00',
    reference: 'the most that it may be',
    rounds: { ours: values, theirs: values.map(() => most) },
  };
};

const PROOFS = 5_000;

/** P23: a challenge is made, and a solution checked; neither asks the database. */
export async function proveCheaply(): Promise<Figure> {
  const proofs = createProofs(['a secret of the measurements, long enough']);
  const subject = { keyId: newId(), sessionId: newId(), purpose: 'turn' as const };
  const now = new Date();
  const perCall = (work: () => unknown): number => {
    const started = performance.now();
    for (let n = 0; n < PROOFS; n += 1) work();
    return ((performance.now() - started) * 1_000) / PROOFS;
  };
  const make = () => proofs.challenge(subject, { base: 1, doublings: 0 }, now);
  const { id } = make();
  // One of the two is the solution; both cost the same.
  const check = () => proofs.check(subject, { id, number: 1 }, now);
  perCall(make);
  perCall(check);
  const rounds = Array.from({ length: 5 }, () => [perCall(make), perCall(check)] as const);
  const made = median(rounds.map(([first]) => first));
  return within(
    { id: 'P23', name: 'a proof checked', unit: 'us', values: rounds.map(([, second]) => second), most: 50 },
    `a challenge made in ${made.toFixed(1)} us (< 50)`,
  );
}

const WORDS = 4_000;
const CHUNKS = 19_500;

/** Text of made-up words, the common ones often, as languages have them. */
function textOf(paragraphs: number): string {
  const word = () => `w${Math.floor(WORDS * Math.random() ** 3).toString(36)}x`;
  const paragraph = () => Array.from({ length: 150 }, word).join(' ');
  return Array.from({ length: paragraphs }, (_, n) => `## Part ${n}\n\n${paragraph()}.`).join('\n\n');
}

/** P24: a question to 20,000 chunks of documents. */
export async function searchDocuments(setup: Setup): Promise<Figure> {
  const api = await setup.api();
  await setup.worker();
  const count = async () =>
    Number(
      (await setup.db('knowledge_documents').where({ account_id: setup.accountId }).sum({ n: 'chunk_count' }))[0]?.n ??
        0,
    );
  while ((await count()) < CHUNKS) {
    const body = JSON.stringify({ title: `Paper ${newId()}`, kind: 'markdown', content: textOf(650) });
    const answer = await fetch(`${api}/api/public/knowledge/documents`, {
      method: 'POST',
      headers: setup.headers,
      body,
    });
    if (!answer.ok) throw new Error(`A document was refused: ${(await answer.text()).slice(0, 300)}`);
    const { document } = (await answer.json()) as { document: { id: string } };
    await until('a document is indexed', async () => {
      const row = await setup.db('knowledge_documents').where({ id: document.id }).first('status');
      return row?.status === 'ready';
    });
  }
  const chunks = await count();
  const took: number[] = [];
  for (let n = -20; n < 300; n += 1) {
    const query = textOf(1).split(/\s+/).slice(4, 10).join(' ');
    const ms = await timed(() => searchKnowledge(setup.db, { accountId: setup.accountId, query }));
    if (n >= 0) took.push(ms);
  }
  await setup.stopWorkers();
  const figure = within(
    { id: 'P24', name: 'a question to 20,000 chunks, p95', unit: 'ms', values: [percentile(took, 95)], most: 15 },
    `${chunks} chunks, p50 ${median(took).toFixed(1)} ms`,
  );
  return figure;
}

const AT_ONCE = 200;
const CPU_MS = 12;
const IDLE_MS = 8_000;
/** Workers run for months: what they have not done often yet costs more. */
const WARM_UPS = 6;

/** The processor time that a process has used, in milliseconds. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns the duration of some work and the CPU time of a process during it, in milliseconds. */
async function cpuWhile({ pid }: Program, work: () => Promise<unknown>): Promise<{ ms: number; cpu: number }> {
  const before = cpuOf(pid);
  const ms = await timed(work);
  return { ms, cpu: cpuOf(pid) - before };
}

/** P25: two hundred turns wait for models on one worker at once; what each takes of the processor. */
export async function thinkAtOnce(setup: Setup): Promise<Figure> {
  let ms = 50;
  const model = await startModel(() => ms);
  const chat = await openChatSetup(setup, { modelUrl: model.url, asksProof: false });
  await setup.stopWorkers();
  const ours = await setup.worker({ MODEL_CONCURRENCY: String(AT_ONCE) });
  const theirs = await setup.referenceWorker({ BENCH_ACTIVITIES: String(AT_ONCE) });
  const visitors: Visitor[] = [];
  await inParallel(Array.from({ length: AT_ONCE }), IN_FLIGHT, async () => visitors.push(await chat.visitor()));
  let said = 0;
  const talk = async () => {
    said += 1;
    const turns = await many(visitors.length, (n) => chat.turnOf(visitors[n] as Visitor, `This is message ${said}`));
    await inParallel(turns, AT_ONCE, (turn) => chat.send(turn));
    await until('all are answered', async () => {
      const open = await setup.db('conversations').where({ agent_id: chat.agentId }).whereNotNull('due_at').first('id');
      return open === undefined;
    });
  };
  const talkBare = () =>
    many(AT_ONCE, () => {
      const workflowId = `chat/${newId()}`;
      const args = [workflowId, model.url];
      return setup.client.workflow.execute('rawAsk', { workflowId, taskQueue: REFERENCE_QUEUE, args });
    });
  // Minus the CPU time of the idle process in the same period.
  const cpuOfTurn = async (program: Program, work: () => Promise<unknown>) => {
    const anyway = await cpuWhile(program, () => pause(IDLE_MS));
    const used = await cpuWhile(program, async () => {
      await work();
      await pause(500);
    });
    return (used.cpu - (anyway.cpu * used.ms) / anyway.ms) / AT_ONCE;
  };
  try {
    for (let n = 0; n < WARM_UPS; n += 1) await Promise.all([talk(), talkBare()]);
    ms = 4_000;
    const before = ours.memory();
    let most = before;
    const figure = await compare({
      id: 'P25',
      name: 'worker CPU of a turn, 200 with models at once',
      unit: 'ms',
      rounds: 3,
      reference: 'a raw workflow, one activity that asks the same model and writes a row',
      target: { kind: 'below', ratio: 1.5 },
      async ours() {
        const looking = setInterval(() => {
          most = Math.max(most, ours.memory());
        }, 100);
        try {
          return await cpuOfTurn(ours, talk);
        } finally {
          clearInterval(looking);
        }
      },
      theirs: () => cpuOfTurn(theirs, talkBare),
    });
    require(figure, (figure.ours ?? 0) < CPU_MS, `${figure.ours?.toFixed(1)} ms of the processor (< ${CPU_MS})`);
    const grown = (most - before) / 2 ** 20;
    require(figure, grown < 150, `+ ${grown.toFixed(0)} MiB of memory (< 150)`);
    return figure;
  } finally {
    await chat.close();
    model.close();
    await setup.stopWorkers();
  }
}

const IDLE = 10_000;

/** P26: ten thousand conversations in which nothing is due have no workflow. */
export async function idleForNothing(setup: Setup): Promise<Figure> {
  const chat = await openChatSetup(setup, { asksProof: false });
  try {
    await setup.worker();
    await inParallel(Array.from({ length: IDLE }), 32, async () => {
      const visitor = await chat.visitor();
      await chat.send(await chat.turnOf(visitor, 'I am thinking about it'));
    });
    const [{ n }] = (await setup
      .db('conversations')
      .where({ agent_id: chat.agentId, status: 'open' })
      .count({ n: '*' })) as [{ n: number }];
    await setup.settled();
    const { count } = await setup.client.workflow.count(
      'WorkflowType = "conversationWorkflow" AND ExecutionStatus = "Running"',
    );
    const due = await setup.db('conversations').where({ agent_id: chat.agentId }).whereNotNull('due_at').first('id');
    const figure = within(
      {
        id: 'P26',
        name: 'workflows of 10,000 idle conversations',
        unit: 'workflows',
        values: [Number(count)],
        most: 1,
      },
      `${n} conversations are open, ${due ? 'some are' : 'none is'} due`,
    );
    return figure;
  } finally {
    await chat.close();
    await setup.stopWorkers();
  }
}
