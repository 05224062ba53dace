import { describe, expect, it } from '@jest/globals';
import type { EmailSenderRow, LeadRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import { admin } from '../support/admin.js';
import { addSender } from '../support/agents.js';
import { useApi } from '../support/api.js';
import { mailCadence } from '../support/mail-cadence.js';
import { addAgent, addLead, addRun } from '../support/messaging.js';

const api = useApi();
const cadence = mailCadence(api);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Noon of a day to come: what counts by the day is far from its end. */
const NOON = new Date((Math.ceil(Date.now() / DAY_MS) + 0.5) * DAY_MS);
const later = (ms: number) => new Date(NOON.getTime() + ms);

async function accountWith(limits: Partial<Pick<EmailSenderRow, 'per_minute' | 'per_day' | 'ramp' | 'created_at'>>) {
  const account = await api.account();
  const senderId = await addSender(api.db, account.accountId);
  await api
    .db('email_senders')
    .where({ id: senderId })
    .update({ created_at: NOON, ...limits });
  const agent = (limits: AgentDefinition['limits'] = {}) => addAgent(api, account, { limits });
  const agentId = await agent();
  const enroll = async (lead?: LeadRow, into = agentId) =>
    (await addRun(api.db, lead ?? (await addLead(api.db, account.accountId)), into)).id;
  return { account, agent, enroll };
}

const several = async <T>(n: number, make: () => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let i = 0; i < n; i += 1) made.push(await make());
  return made;
};

/** Looks at runs one after another; how many of them sent, and what the others wait for. */
async function actOnAll(runIds: readonly string[], at: Date) {
  const kinds: string[] = [];
  for (const id of runIds) kinds.push(await cadence.act(id, at));
  const rows: { id: string; hold_reason: string | null; hold_until: Date | null }[] = await api
    .db('agent_runs')
    .whereIn('id', [...runIds])
    .select('id', 'hold_reason', 'hold_until');
  return {
    sent: kinds.filter((kind) => kind === 'send').length,
    holds: rows.flatMap(({ hold_reason, hold_until }) =>
      hold_reason === null ? [] : [`${hold_reason} ${hold_until?.toISOString()}`],
    ),
  };
}

describe('a sender', () => {
  it('sends no more a minute than it may; the rest leaves in the minutes after', async () => {
    const { enroll } = await accountWith({ per_minute: 2 });
    const runs = await several(5, () => enroll());
    const holds = [1, 1, 2].map((minutes) => `sender_throttle ${later(minutes * MINUTE_MS).toISOString()}`);
    expect(await actOnAll(runs, NOON)).toEqual({ sent: 2, holds });
    const waiting = runs.slice(2);
    expect((await actOnAll(waiting, later(MINUTE_MS))).sent).toBe(2);
    expect(await actOnAll(waiting.slice(2), later(2 * MINUTE_MS))).toEqual({ sent: 1, holds: [] });
  });

  it('sends no more a day than it may, by the calendar of the account', async () => {
    const { enroll } = await accountWith({ per_day: 1 });
    const runs = await several(2, () => enroll());
    const midnight = later(DAY_MS / 2);
    const hold = `sender_throttle ${midnight.toISOString()}`;
    expect(await actOnAll(runs, NOON)).toEqual({ sent: 1, holds: [hold] });
    expect(await actOnAll(runs.slice(1), midnight)).toEqual({ sent: 1, holds: [] });
  });

  it('warms up by its ramp: what a day may see goes by the days since it was added', async () => {
    const ramp = JSON.stringify([
      { day: 1, max: 1 },
      { day: 5, max: 3 },
    ]);
    for (const [age, allowed] of [
      [0, 1],
      [3, 1],
      [4, 3],
      [30, 3],
    ] as const) {
      const { enroll } = await accountWith({ ramp, created_at: later(-age * DAY_MS) });
      const runs = await several(5, () => enroll());
      expect([age, (await actOnAll(runs, NOON)).sent]).toEqual([age, allowed]);
    }
  });

  it('gives its last place to one of two that reach for it at once', async () => {
    for (const limit of [{ per_minute: 1 }, { per_day: 1 }]) {
      const { enroll } = await accountWith(limit);
      const runs = await several(4, () => enroll());
      const kinds = await Promise.all(runs.map(async (id) => (await cadence.advance(id, NOON)).kind));
      expect(kinds.sort()).toEqual(['send', 'waiting', 'waiting', 'waiting']);
    }
  });
});

describe('a lead', () => {
  it.each([[{ per_day: 1 }], [{ per_week: 1 }], [{ min_gap_minutes: 30 }]])(
    'with %j in two agents gets one message when both are due at once',
    async (per_lead) => {
      const { account, agent, enroll } = await accountWith({});
      const lead = await addLead(api.db, account.accountId);
      const runs = [await enroll(lead, await agent({ per_lead })), await enroll(lead, await agent({ per_lead }))];
      const [one, other] = await Promise.all(runs.map((id) => cadence.advance(id, NOON)));
      expect([one?.kind, other?.kind].sort()).toEqual(['send', 'waiting']);
      // One that is with its provider counts as well as one that was taken.
      const waiting = runs[one?.kind === 'send' ? 1 : 0] ?? '';
      const row = await api.db('agent_runs').where({ id: waiting }).first();
      expect(row).toMatchObject({ hold_reason: 'frequency_cap' });
      expect(await cadence.act(waiting, later(1000))).toBe('waiting');
    },
  );

  it('is left alone for as long as the gap between two messages says, which may be weeks', async () => {
    const { account, agent, enroll } = await accountWith({});
    const lead = await addLead(api.db, account.accountId);
    const patient = await agent({ per_lead: { min_gap_minutes: 20 * 24 * 60 } });
    const [first, second] = [await enroll(lead), await enroll(lead, patient)];
    expect(await cadence.act(first, NOON)).toBe('send');
    const hold = `frequency_cap ${later(20 * DAY_MS).toISOString()}`;
    expect(await actOnAll([second], later(15 * DAY_MS))).toEqual({ sent: 0, holds: [hold] });
    expect(await actOnAll([second], later(20 * DAY_MS))).toEqual({ sent: 1, holds: [] });
  });

  it('gets no more from all agents together than its account allows, whatever they allow', async () => {
    const { account, agent, enroll } = await accountWith({});
    const limits = (...options: string[]) => admin(['accounts', 'limits', '--account', account.accountId, ...options]);
    expect((await limits('--lead-per-day', '1001')).code).not.toBe(0);
    expect((await limits('--lead-per-day', '1')).code).toBe(0);
    const lead = await addLead(api.db, account.accountId);
    const runs = [await enroll(lead), await enroll(lead, await agent({ per_lead: { per_day: 3 } }))];
    const hold = `frequency_cap ${later(DAY_MS / 2).toISOString()}`;
    expect(await actOnAll(runs, NOON)).toEqual({ sent: 1, holds: [hold] });
    expect((await limits()).code).toBe(0);
    expect((await actOnAll(runs.slice(1), later(1000))).sent).toBe(1);
  });

  it('is counted a message whose outcome is unknown, and none that was refused', async () => {
    const { account, agent, enroll } = await accountWith({});
    for (const [kind, expected] of [
      ['unknown', 'waiting'],
      ['refused_final', 'send'],
    ] as const) {
      const lead = await addLead(api.db, account.accountId);
      const first = await enroll(lead);
      const second = await enroll(lead, await agent({ per_lead: { per_day: 1 } }));
      const claimed = await cadence.advance(first, NOON);
      if (!('send' in claimed)) throw new Error('not claimed');
      await cadence.record(claimed.send, NOON, { kind, code: 'X', message: newId() });
      expect([kind, await cadence.act(second, later(1000))]).toEqual([kind, expected]);
    }
  });
});
