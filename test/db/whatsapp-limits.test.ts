import { describe, expect, it } from '@jest/globals';
import { forgetSeconds } from '../../db/channels/sender-usage.js';
import type { WhatsAppNumberRow } from '../../db/tables.js';
import { openWork } from '../../db/work.js';
import type { SendOutcome } from '../../providers/outcome.js';
import { type Advance, advanceRun } from '../../services/cadence/advance-run.js';
import { recordOutcome } from '../../services/cadence/record-outcome.js';
import { findSender } from '../../services/channels/senders.js';
import { createMailLinks } from '../../services/messages/mail-links.js';
import type { SendDependencies } from '../../services/messages/send.js';
import { addNumber, addWhatsAppTemplate, openWindow, publishAgent } from '../support/agents.js';
import { TEST_SECRET, useApi } from '../support/api.js';
import { addLead, addRun } from '../support/messaging.js';

const api = useApi();
const DAY_MS = 86_400_000;
const NOON = new Date((Math.ceil(Date.now() / DAY_MS) + 0.5) * DAY_MS);
const later = (ms: number) => new Date(NOON.getTime() + ms);
const deps: SendDependencies = {
  links: createMailLinks([TEST_SECRET], 'http://las.test'),
  senderOf: (channel, accountId, id) => findSender(api.db, channel, accountId, id),
  heldBack: async () => undefined,
};

/** Leads in a cadence of templates, from a number with these columns. */
async function createFixture(columns: Partial<WhatsAppNumberRow>, leads: number) {
  const account = await api.account();
  const number = await addNumber(api.db, account.accountId, columns);
  const { id: template_id } = await addWhatsAppTemplate(api.db, account.accountId);
  const step = { type: 'message', channel: 'whatsapp', template_id, variables: { 1: 'x' } } as const;
  const agentId = await publishAgent(api.db, account.accountId, [step]);
  const enroll = async (n: number) => {
    const lead = await addLead(api.db, account.accountId, { phone: `+346001112${String(n).padStart(2, '0')}` });
    return { lead, run: await addRun(api.db, lead, agentId) };
  };
  const enrolled = [];
  for (let n = 0; n < leads; n += 1) enrolled.push(await enroll(n));
  return { account, agentId, number, enrolled, runIds: enrolled.map(({ run }) => run.id) };
}

const claim = (runId: string, at: Date): Promise<Advance> =>
  api.db.transaction((tx) => advanceRun(openWork(tx, at), runId, deps));

async function act(runId: string, at: Date, outcome: SendOutcome = { kind: 'accepted', providerMessageId: runId }) {
  const first = await claim(runId, at);
  if ('send' in first) await api.db.transaction((tx) => recordOutcome(openWork(tx, at), first.send, outcome));
  return 'send' in first ? 'send' : 'waiting';
}

const holds = async (runIds: readonly string[]) =>
  (
    await api
      .db('agent_runs')
      .whereIn('id', [...runIds])
      .whereNotNull('hold_reason')
      .orderBy('hold_until')
  ).map((row) => ({ id: row.id as string, reason: row.hold_reason as string, until: row.hold_until as Date }));

describe('the messages a second of a number', () => {
  it('are never more than it may send, however many processes send at once; the rest waits in line and is not lost', async () => {
    const { runIds } = await createFixture({ throughput_per_second: 2 }, 7);
    const kinds = await Promise.all(runIds.map((id) => claim(id, NOON)));
    expect(kinds.filter((each) => 'send' in each)).toHaveLength(2);
    let waiting = await holds(runIds);
    expect(waiting.map(({ reason, until }) => [reason, (until.getTime() - NOON.getTime()) / 1000])).toEqual(
      [1, 1, 2, 2, 3].map((seconds) => ['sender_throttle', seconds]),
    );
    let sent = 2;
    for (let second = 1; waiting.length > 0; second += 1) {
      const now = later(second * 1000);
      const due = waiting.filter(({ until }) => until <= now);
      const done = await Promise.all(due.map(({ id }) => act(id, now)));
      const left = done.filter((kind) => kind === 'send').length;
      expect(left).toBeLessThanOrEqual(2);
      sent += left;
      waiting = await holds(runIds);
    }
    expect(sent).toBe(7);
  });

  it('are forgotten once they are long over', async () => {
    const { number, runIds } = await createFixture({}, 1);
    const seconds = () => api.db('sender_usage').where({ sender_id: number.id, bucket: 'second' }).pluck('n');
    await act(runIds[0] ?? '', NOON);
    await forgetSeconds(api.db, later(60_000));
    expect(await seconds()).toEqual([1]);
    await forgetSeconds(api.db, later(2 * 3_600_000));
    expect(await seconds()).toEqual([]);
  });
});

describe('the messaging limit of a number', () => {
  it('holds whom it would write to first beyond it, until a day after the first of the others', async () => {
    const { enrolled, runIds } = await createFixture({ messaging_limit: 'TIER_2' }, 5);
    const [first, second, third, fourth, writer] = enrolled;
    expect(await act(first?.run.id ?? '', NOON)).toBe('send');
    expect(await act(second?.run.id ?? '', later(3_600_000))).toBe('send');
    expect(await act(third?.run.id ?? '', later(7_200_000))).toBe('waiting');
    expect(await act(fourth?.run.id ?? '', later(7_200_000))).toBe('waiting');
    const [held] = await holds(runIds);
    expect(held).toMatchObject({ reason: 'sender_throttle', until: later(DAY_MS) });
    const row = (await api.db('agent_runs').where({ id: held?.id }).first('hold_detail'))!;
    expect(row.hold_detail).toContain('2 leads in 24 hours');
    // A reply to a lead that has written doesn't start a conversation.
    if (writer) await openWindow(api.db, writer.lead, later(7_200_000));
    expect(await act(writer?.run.id ?? '', later(7_200_000))).toBe('send');
    expect(await act(third?.run.id ?? '', later(DAY_MS + 1_000))).toBe('send');
    expect(await act(fourth?.run.id ?? '', later(DAY_MS + 1_000))).toBe('waiting');
    expect(await act(fourth?.run.id ?? '', later(DAY_MS + 3_900_000))).toBe('send');
  });

  it('holds a simulation exactly like the run, and never a reply to a lead who has written', async () => {
    const { account, agentId, enrolled } = await createFixture({ messaging_limit: 'TIER_1' }, 3);
    const [first, stranger, writer] = enrolled;
    await act(first?.run.id ?? '', NOON);
    if (writer) await openWindow(api.db, writer.lead, later(0));
    const at = later(3_600_000);
    const onPaper = async (leadId: string | undefined, assume: object[] = []) => {
      const body = { lead_id: leadId, starts_at: at.toISOString(), assume };
      const answer = await account.request('post', `/workflows/${agentId}/simulate`).send(body).expect(200);
      return answer.body.timeline.filter(({ step_key }: { step_key: string | null }) => step_key !== null);
    };
    expect(await onPaper(writer?.lead.id)).toMatchObject([{ note: 'sent', at: at.toISOString(), holds: [] }]);
    expect(await act(writer?.run.id ?? '', at)).toBe('send');
    const held = { reason: 'sender_throttle', until: later(DAY_MS).toISOString() };
    expect(await onPaper(stranger?.lead.id)).toMatchObject([{ at: held.until, holds: [held] }]);
    expect(await act(stranger?.run.id ?? '', at)).toBe('waiting');
    expect(await holds([stranger?.run.id ?? ''])).toMatchObject([{ reason: held.reason, until: later(DAY_MS) }]);
  });

  it('holds the reported next step exactly like the run, and never a reply to a lead who has written', async () => {
    const { account, enrolled } = await createFixture({ messaging_limit: 'TIER_1' }, 3);
    const [first, stranger, writer] = enrolled;
    const now = new Date();
    await act(first?.run.id ?? '', now);
    if (writer) await openWindow(api.db, writer.lead, now);
    const told = async (leadId: string | undefined) => {
      const { body } = await account.request('get', `/leads/${leadId}/next`).expect(200);
      const [{ earliest_at, holds: found }] = body.runs;
      return { earliest_at, holds: found };
    };
    const { holds: none, earliest_at } = await told(writer?.lead.id);
    expect([none, Date.parse(earliest_at) - now.getTime() < DAY_MS / 2]).toEqual([[], true]);
    const { holds: found, ...until } = await told(stranger?.lead.id);
    expect(await act(writer?.run.id ?? '', now)).toBe('send');
    expect(await act(stranger?.run.id ?? '', now)).toBe('waiting');
    const [held] = await holds([stranger?.run.id ?? '']);
    expect(held?.reason).toBe('sender_throttle');
    expect(found).toMatchObject([{ reason: 'sender_throttle', until: held?.until.toISOString() }]);
    expect(until).toEqual({ earliest_at: held?.until.toISOString() });
  });

  it('lets exactly so many through of those that are written to at once', async () => {
    const { runIds } = await createFixture({ messaging_limit: 'TIER_3' }, 9);
    const kinds = await Promise.all(runIds.map((id) => act(id, NOON)));
    expect(kinds.filter((kind) => kind === 'send')).toHaveLength(3);
    expect(await holds(runIds)).toHaveLength(6);
  });

  it('counts no lead that a message was refused for', async () => {
    const { enrolled } = await createFixture({ messaging_limit: 'TIER_1' }, 2);
    const [first, second] = enrolled.map(({ run }) => run.id);
    await act(first ?? '', NOON, { kind: 'refused_final', code: 'undeliverable', message: 'Not on WhatsApp.' });
    expect(await act(second ?? '', later(1_000))).toBe('send');
  });
});
