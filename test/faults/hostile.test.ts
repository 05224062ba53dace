import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signHook } from '../../runtime/hook-signature.js';
import { newId } from '../../runtime/ids.js';
import { completion } from '../support/model-server.js';
import { type StandIn, startStandIn } from '../support/stand-in.js';
import { makeModel, openSite, SITE } from './support/chat-fixture.js';
import { type Answer, call } from './support/client.js';
import { type MailHook, openMailHook } from './support/mail-talk.js';
import type { Program } from './support/program.js';
import { inParallel, pass, size, until } from './support/random.js';
import { createLead, mail, type RigAccount, useRig } from './support/rig.js';

// Each visitor comes from an address of its own, as the visitors of a site do.
const rig = useRig({ name: 'hostile', env: { MODEL_PRIVATE_HOSTS: '127.0.0.1:*', TRUST_PROXY: 'loopback' } });

/** The time an account works alone, and the number of concurrent hostile inputs, each followed by a pause. */
const MEASURED_MS = size('HOSTILE_MS', 30_000);
const PER_SECOND = size('HOSTILE_RATE', 4);
/** The p99 of the other account under attack, in percent of its p99 alone. */
const MOST_PERCENT = size('HOSTILE_P99', 150);
const MOST_PERCENT_IDLE = size('IDLE_P99', 200);
const IDLE_SOCKETS = 250;
/** Each door gets one unit of this many, so that neighboring doors get different ones. */
const ONE_UNIT_OF = size('HOSTILE_ONE_UNIT_OF', 1);

/**
 * Texts that make patterns backtrack, parsers recurse and splitters allocate, each repeated up to an endpoint's limit.
 */
const UNITS = [
  ...['a@', '@a.', 'a.b@', '[a](', '![](', '](', '<a ', '<a href="', '<div>', '</', '<!--', '&#', '&amp;'],
  ...['+1 ', '(1)', '1-', '0', '9'.repeat(19), '1,', '1.', 'http://', 'www.', 'a.com/', 'a-', '-', '=', '==', '`'],
  ...['> ', '>', '\n> ', '\n', '\r\n', '\t', ' ', '. ', '? ', '!', '...', '"', "'", '’', '(', '((', '[', '{', '{{'],
  ...[
    'a',
    'a ',
    'ab ',
    'A',
    'é',
    'ß',
    'İ',
    '你',
    'ي',
    '👨‍👩‍👧',
    '\u200b',
    '\u202e',
    '\u0301',
    'not ',
    'no, ',
    'monday ',
    '9:30 ',
  ],
  ...['On Mon wrote: ', 'From: a\n', 'am ', 'i am ', 'my name is ', 'stop ', '-----Original Message-----\n', 'x=\n'],
];
const upTo = (length: number, unit: string): string =>
  unit
    .repeat(Math.ceil(length / unit.length))
    .slice(0, length)
    .toWellFormed();

const CHAT_MAX = 4_000;
const MAIL_MAX = 100_000;
const CELL_MAX = 10_000;
const PATIENCE_MS = 60_000;

const mailLater = mail('Later', 3_600);

const apiUrl = () => (rig.apis[0] as Program).url;

interface Attacker {
  account: RigAccount;
  site: { key: string; agentId: string };
  hook: MailHook;
  email: string;
}

type Door = (unit: string) => Promise<Pick<Answer, 'status' | 'text'>>;

/** Sends a file, which is no JSON. */
async function sendFile({ apiKey }: RigAccount, text: string): Promise<Pick<Answer, 'status' | 'text'>> {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'text/csv' };
  const answer = await fetch(`${apiUrl()}/api/public/leads/import`, { method: 'POST', headers, body: text });
  return { status: answer.status, text: await answer.text() };
}

/** Returns the doors that strangers reach, each of which takes an input as long as it admits. */
function doorsOf({ account, site, hook, email }: Attacker): Record<string, Door> {
  let visitors = 0;
  const receive = (mail: object) => {
    const ids = { event_id: newId(), message_id: `<${newId()}@example.com>` };
    const body = { ...ids, type: 'reply', from: email, subject: 'Re: Hello', ...mail };
    const headers = { 'X-Signature': signHook(hook.secret, JSON.stringify(body), new Date()) };
    return call(apiUrl(), 'POST', hook.path, { body, headers, timeoutMs: PATIENCE_MS });
  };
  const chat = async (text: string) => {
    visitors += 1;
    const headers = { origin: SITE, 'X-Forwarded-For': `198.51.100.${visitors % 250}` };
    const { body } = await call(apiUrl(), 'GET', `/api/public/chat/config?key=${site.key}`, { headers });
    return call(apiUrl(), 'POST', `/api/widget/v1/turn?key=${site.key}`, {
      headers: { ...headers, 'x-widget-session': String(body.session_token) },
      body: { session_id: body.session_id, turn_id: newId(), text },
      timeoutMs: PATIENCE_MS,
    });
  };
  const post = (path: string, body: object) => account.request('POST', path, { body, timeoutMs: PATIENCE_MS });
  return {
    chat: (unit) => chat(upTo(CHAT_MAX, unit)),
    'the text of a mail': (unit) => receive({ text: upTo(MAIL_MAX, unit) }),
    'the HTML of a mail': (unit) => receive({ html: `<p>${upTo(MAIL_MAX, unit)}` }),
    'the subject of a mail': (unit) => receive({ text: 'Hello', subject: upTo(900, unit) }),
    'a lead': (unit) =>
      post('/leads', {
        first_name: upTo(200, unit),
        email: upTo(320, unit),
        phone: upTo(60, unit),
        metadata: { note: upTo(CELL_MAX, unit) },
      }),
    'a file': (unit) =>
      sendFile(
        account,
        `first_name,email,note\n"Ada","a@example.com","${upTo(CELL_MAX, unit).replaceAll('"', '""')}"\n`,
      ),
    'a model’s answer': (unit) =>
      post(`/workflows/${site.agentId}/converse`, { model: 'stand-in', messages: [{ text: upTo(CHAT_MAX, unit) }] }),
    'a document': (unit) =>
      post('/knowledge/documents', { title: 'Notes', kind: 'markdown', content: upTo(MAIL_MAX, unit) }),
  };
}

/** Opens an account whose agent answers visitors and mails by rules, with a model that repeats what it hears. */
async function openAttacked(model: StandIn): Promise<Attacker> {
  const account = await rig.account([{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }]);
  await makeModel(account, model.origin);
  const site = await openSite(account, {});
  const email = `attacker-${newId()}@example.com`;
  await createLead({ ...account, agentId: site.agentId }, email);
  return { account, site, hook: await openMailHook(account), email };
}

/** Works as an integration does, one request after the other on two connections, and returns how long each took. */
async function work(account: RigAccount, forMs: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + forMs;
  const lane = async () => {
    while (performance.now() < end) {
      const made = await account.request('POST', '/leads', {
        body: { first_name: 'Eva', email: `${newId()}@example.com` },
      });
      const { id } = made.body.lead as { id: string };
      const answers = [
        made,
        await account.request('GET', `/leads/${id}`),
        await account.request('GET', '/leads?limit=5'),
      ];
      expect(answers.map(({ status }) => status)).toEqual([201, 200, 200]);
      times.push(...answers.map(({ ms }) => ms));
      await pass(20);
    }
  };
  await Promise.all([lane(), lane()]);
  return times;
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;

/** Compares how long an account's requests take alone with what they take during `attack`. */
async function compare(name: string, account: RigAccount, attack: () => Promise<unknown>): Promise<number> {
  await work(account, 3_000);
  const alone = p99(await work(account, MEASURED_MS));
  let over = false;
  const attacked = attack().finally(() => (over = true));
  const times: number[] = [];
  while (!over || times.length < 200) times.push(...(await work(account, 1_000)));
  await attacked;
  const percent = Math.round((p99(times) / alone) * 100);
  console.log(`${name}: p99 ${alone.toFixed(1)} ms alone, ${p99(times).toFixed(1)} ms under attack: ${percent} %`);
  return percent;
}

const everyPid = () => [...rig.apis, ...rig.workers].map(({ pid }) => pid);

describe('strangers who send the worst', () => {
  let model: StandIn;
  beforeAll(async () => {
    model = await startStandIn(async ({ response, bytes }) => {
      const request = JSON.parse(bytes.toString());
      const said = request.messages.findLast(({ role }: { role: string }) => role === 'user')?.content ?? '';
      const text = String(said).slice(-CHAT_MAX) || 'Hello';
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(completion({ text }, request, 1)));
    });
  });
  afterAll(() => model?.stop());

  it('restart no process, leave nothing undone and slow down no other account', async () => {
    const [attacker, victim] = [await openAttacked(model), await rig.account([mailLater])];
    const pids = everyPid();
    const sent: string[] = [];
    const doors = Object.entries(doorsOf(attacker));
    const inputs = UNITS.flatMap((unit, row) =>
      doors.map(([door, send], column) => ({ door, send, unit, place: row + column })),
    ).filter(({ place }) => place % ONE_UNIT_OF === 0);
    const percent = await compare('hostile input', victim, async () => {
      await inParallel(PER_SECOND, inputs, async ({ door, send, unit }) => {
        const { status, text } = await send(unit);
        if (status === 0 || status >= 500)
          sent.push(`${door} with ${JSON.stringify(unit)}: ${status} ${text.slice(0, 200)}`);
        await pass(1_000);
      });
    });
    expect(sent).toEqual([]);
    expect(everyPid()).toEqual(pids);
    const waiting = () => rig.db('inbound_events').whereNull('processed_at').pluck('id');
    await until('every mail is read', async () => ((await waiting()).length === 0 ? true : undefined), PATIENCE_MS);
    expect(percent).toBeLessThanOrEqual(MOST_PERCENT);
  }, 900_000);

  it('who open connections and send one byte block no one else', async () => {
    const victim = await rig.account([mailLater]);
    const { port } = new URL(apiUrl());
    const head = 'POST /api/internal/session HTTP/1.1\r\nHost: las.test\r\nContent-Type: application/json\r\n';
    const percent = await compare('idle connections', victim, async () => {
      const sockets: Socket[] = Array.from({ length: IDLE_SOCKETS }, () => {
        const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
        socket.write(`${head}Content-Length: 1000\r\n\r\n{`);
        return socket;
      });
      await pass(MEASURED_MS);
      for (const socket of sockets) socket.destroy();
    });
    expect(percent).toBeLessThanOrEqual(MOST_PERCENT_IDLE);
  }, 300_000);
});
