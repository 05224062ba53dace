import { beforeAll, describe, expect, it } from '@jest/globals';
import { insertEvents } from '../../../db/events/events.js';
import { WAIT_METRICS } from '../../../db/operations/report-counts.js';
import type { LeadRow, ReportTouchRow } from '../../../db/tables.js';
import { dayAfter, localDay } from '../../../domain/time/local-day.js';
import { newId } from '../../../runtime/ids.js';
import type { EventKind } from '../../../schemas/events/events.js';
import type { PerformanceRow } from '../../../schemas/operations/performance.js';
import { recordNextTouches } from '../../../services/operations/record-touches.js';
import { adminJson } from '../../support/admin.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addAgent, addLead, addMessage, addRun } from '../../support/messaging.js';
import { addUser, type TestUser } from '../../support/users.js';

const DAY_MS = 86_400_000;
/** Noon of a future day, so that the day doesn't end during the test. */
const NOON = new Date((Math.ceil(Date.now() / DAY_MS) + 0.5) * DAY_MS);
const api = useApi({}, { clock: { now: () => NOON } });
let state = 11;
/** Returns the next of a fixed sequence of numbers below `n`. */
const below = (n: number) => {
  state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return Math.floor((state / 2 ** 32) * n);
};
const to = localDay(NOON, 'UTC');
const from = dayAfter(to, -6);
const previous = { from: dayAfter(from, -7), to: dayAfter(from, -1) };
let account: TestAccount;
let owner: TestUser;
const removed = newId();
let leads: LeadRow[];

const recordAll = async () => {
  while ((await recordNextTouches({ db: api.db, now: NOON })) > 0);
};

const emit = (type: EventKind, lead: LeadRow, at: Date, data: object = {}) =>
  insertEvents(api.db, at, [
    {
      accountId: lead.account_id,
      leadId: lead.id,
      type,
      data: data as Record<string, unknown>,
      origin: { kind: 'system', id: null },
    },
  ]);

/** Sends some messages to a lead in the two periods, in their order, with random outcomes after them. */
async function playLead(lead: LeadRow, run: Awaited<ReturnType<typeof addRun>>): Promise<void> {
  const happened: { at: Date; type: EventKind; data: object }[] = [];
  for (let n = 0; n < 3; n += 1) {
    const at = new Date(NOON.getTime() - below(14 * 24) * 3_600_000);
    const { id } = await addMessage(api.db, lead, n === 0 ? null : run, {
      status: 'sent',
      step_key: n === 0 ? null : ([null, 'hello', 'again'][below(3)] ?? null),
      sender_id: run.agent_id,
      visit: n === 0 ? null : n,
    });
    const later = () => new Date(at.getTime() + below(6 * 24) * 3_600_000);
    happened.push({ at, type: 'message.sent', data: { message_id: id, channel: 'email' } });
    if (below(3) > 0) happened.push({ at: later(), type: 'message.delivered', data: { message_id: id } });
    if (below(3) === 0) happened.push({ at: later(), type: 'message.received', data: { in_reply_to: id } });
    if (below(4) === 0) happened.push({ at: later(), type: 'meeting.scheduled', data: {} });
    if (below(4) === 0) happened.push({ at: later(), type: 'conversion.recorded', data: {} });
  }
  happened.sort((one, other) => one.at.getTime() - other.at.getTime());
  for (const { type, at, data } of happened) await emit(type, lead, at, data);
}

beforeAll(async () => {
  account = await api.account({ timezone: 'UTC' });
  owner = await addUser(api, account.accountId, 'operator');
  const agents = [await addAgent(api, account), await addAgent(api, account)];
  leads = [];
  for (let n = 0; n < 24; n += 1) {
    // Most leads have an owner, one of whom was removed.
    const owner_id = [null, owner.userId, removed][n % 3] ?? null;
    const lead = await addLead(api.db, account.accountId, { owner_id });
    leads.push(lead);
    await playLead(lead, await addRun(api.db, lead, agents[n % 2]!));
  }
  await recordAll();
});

const query = (given: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined));
const report = async (given: Record<string, string | undefined> = {}) =>
  (await account.request('get', `/reports/performance?${query({ from, to, ...given })}`).expect(200)).body;

/** Reads all pages of the leads of a number. */
async function leadsOf(given: Record<string, string | undefined>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await account
      .request('get', `/reports/performance/leads?${query({ limit: '7', ...given, cursor })}`)
      .expect(200);
    ids.push(...body.leads.map(({ lead_id }: { lead_id: string }) => lead_id));
    cursor = body.pagination.next_cursor ?? undefined;
  } while (cursor);
  return ids;
}

const OUTCOMES = ['sent', 'delivered', 'replied', 'met', 'won'] as const;
const FIELDS = { workflow_id: 'workflow', owner_id: 'owner', sender_id: 'sender', step_key: 'step' } as const;

describe('the performance report', () => {
  it.each(['workflow', 'owner', 'sender', 'channel', 'step'])(
    'counts exactly the leads that it lists, by %s and in both periods',
    async (group) => {
      const { rows, now } = await report({ group });
      expect(now.sent).toBeGreaterThan(0);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        const place: Record<string, string | undefined> = {};
        const names = group === 'step' ? ['step_key', 'workflow_id'] : [group === 'channel' ? group : `${group}_id`];
        for (const name of names) {
          if (row[name] !== null) place[name] = row[name];
          else place.without = [place.without, FIELDS[name as keyof typeof FIELDS]].filter(Boolean).join(',');
        }
        for (const outcome of OUTCOMES) {
          const ids = await leadsOf({ from, to, ...place, outcome });
          expect([outcome, new Set(ids).size, ids.length]).toEqual([outcome, row.now[outcome], row.now[outcome]]);
          expect(await leadsOf({ ...previous, ...place, outcome })).toHaveLength(row.before[outcome]);
        }
      }
    },
  );

  it('counts an outcome only after a message and by the end of the period', async () => {
    const other = await api.account({ timezone: 'UTC' });
    const lead = await addLead(api.db, other.accountId);
    const { id } = await addMessage(api.db, lead, null, { status: 'sent' });
    const sentAt = new Date(NOON.getTime() - 5 * DAY_MS);
    await emit('meeting.scheduled', lead, new Date(sentAt.getTime() - DAY_MS));
    await emit('message.sent', lead, sentAt, { message_id: id });
    await emit('message.received', lead, new Date(sentAt.getTime() + DAY_MS), { in_reply_to: id, auto_reply: true });
    await emit('conversion.recorded', lead, new Date(sentAt.getTime() + 3 * DAY_MS));
    await recordAll();
    const read = async (last: string) =>
      (await other.request('get', `/reports/performance?from=${from}&to=${last}`).expect(200)).body.now;
    expect(await read(to)).toMatchObject({ sent: 1, delivered: 0, replied: 0, met: 0, won: 1, win_rate: 1 });
    expect(await read(dayAfter(to, -3))).toMatchObject({ sent: 1, won: 0, win_rate: 0 });
  });

  it('combines filters, and has nothing for a value that must be there and missing', async () => {
    const { rows } = await report({ group: 'step', without: 'owner' });
    const row = rows.find(({ step_key, now }: PerformanceRow) => step_key === null && now.sent > 0);
    const place = row.workflow_id ? { workflow_id: row.workflow_id } : {};
    const without = row.workflow_id ? 'owner,step' : 'owner,workflow';
    expect(await leadsOf({ from, to, ...place, without })).toHaveLength(row.now.sent);
    expect((await report({ owner_id: owner.userId, without: 'owner' })).now.sent).toBe(0);
    await account.request('get', '/reports/performance?without=channel').expect(400);
  });

  it('names owners, and keeps the leads of a removed one apart from those without an owner', async () => {
    const { rows } = await report({ group: 'owner' });
    expect(rows.map((row: { owner_id: string; owner_name: string }) => [row.owner_id, row.owner_name])).toEqual(
      expect.arrayContaining([
        [null, null],
        [owner.userId, 'User'],
        [removed, null],
      ]),
    );
    const { team } = await report();
    expect(team).toContainEqual(expect.objectContaining({ user_id: removed, name: null }));
  });

  it('has the times to the first reply of each user, in both periods', async () => {
    const other = await api.account({ timezone: 'UTC' });
    const user = await addUser(api, other.accountId, 'operator');
    const count = (day: string, size: number, n: number, writer_id: string) =>
      api.db('report_counts').insert({ account_id: other.accountId, day, metric: WAIT_METRICS[size]!, n, writer_id });
    await count(to, 20, 3, user.userId);
    await count(to, 40, 1, user.userId);
    await count(to, 30, 2, newId());
    await count(previous.to, 25, 1, user.userId);
    const { body } = await other.request('get', `/reports/performance?from=${from}&to=${to}`).expect(200);
    expect([body.reply_time.now.first_replies, body.reply_time.before.first_replies]).toEqual([6, 1]);
    expect(body.team).toMatchObject([
      { user_id: user.userId, name: 'User', reply_time: { first_replies: 4 }, leads: { sent: 0 } },
    ]);
    const [{ reply_time }] = body.team;
    expect(reply_time.p90_seconds).toBeGreaterThan(reply_time.median_seconds);
  });

  it('counts a meeting for every earlier message, but not a notice of the meeting as a message', async () => {
    const other = await api.account({ timezone: 'UTC' });
    const lead = await addLead(api.db, other.accountId);
    const at = (hours: number) => new Date(NOON.getTime() - hours * 3_600_000);
    const send = async (channel: 'email' | 'whatsapp', when: Date, data: object = {}) => {
      const { id } = await addMessage(api.db, lead, null, { status: 'sent', channel });
      await emit('message.sent', lead, when, { message_id: id, ...data });
    };
    await send('email', at(40));
    await send('whatsapp', at(30));
    await emit('meeting.scheduled', lead, at(20));
    await send('email', at(20), { notice: 'confirmation' });
    await recordAll();
    const { body } = await other.request('get', `/reports/performance?from=${from}&to=${to}&group=channel`).expect(200);
    expect(body.rows).toMatchObject([
      { channel: 'email', now: { sent: 1, met: 1 } },
      { channel: 'whatsapp', now: { sent: 1, met: 1 } },
    ]);
    expect(body.now).toMatchObject({ sent: 1, met: 1, meeting_rate: 1 });
    const touches = await api.db('report_touches').where({ lead_id: lead.id });
    expect(touches).toHaveLength(2);
  });

  it('is available as a file with a line per row', async () => {
    const { rows } = await report({ group: 'step' });
    const { text, headers } = await account
      .request('get', `/reports/performance?${query({ from, to, group: 'step' })}`)
      .set('accept', 'text/csv')
      .expect(200);
    expect(headers['content-disposition']).toContain(`performance-${from}-${to}.csv`);
    const [head, ...lines] = text.replace('\ufeff', '').trim().split('\r\n');
    expect(head).toBe(
      'workflow_id,workflow_name,step_key,sent,delivered,replied,met,won,' +
        'sent_before,delivered_before,replied_before,met_before,won_before',
    );
    expect(lines).toEqual(
      rows.map((row: PerformanceRow) =>
        [
          ...[row.workflow_id, row.workflow_name, row.step_key],
          ...OUTCOMES.map((name) => row.now[name]),
          ...OUTCOMES.map((name) => row.before[name]),
        ].join(','),
      ),
    );
  });

  it('loses an erased lead in counts and lists, also after a rebuild', async () => {
    const other = await api.account({ timezone: 'UTC' });
    const given: [LeadRow, string][] = [];
    for (let n = 0; n < 2; n += 1) {
      const lead = await addLead(api.db, other.accountId);
      const { id } = await addMessage(api.db, lead, null, { status: 'sent' });
      await emit('message.sent', lead, new Date(NOON.getTime() - DAY_MS), { message_id: id });
      given.push([lead, id]);
    }
    await recordAll();
    const [[erased], [kept]] = given as [[LeadRow, string], [LeadRow, string]];
    await other.request('post', `/leads/${erased.id}/erase`).expect(200);
    const read = async () => {
      const { body } = await other.request('get', `/reports/performance?from=${from}&to=${to}`).expect(200);
      const { body: list } = await other.request('get', `/reports/performance/leads?from=${from}&to=${to}`).expect(200);
      return [body.now.sent, list.leads.map(({ lead_id }: { lead_id: string }) => lead_id)];
    };
    expect(await read()).toEqual([1, [kept.id]]);
    await adminJson('reports', 'rebuild');
    await recordAll();
    expect(await read()).toEqual([1, [kept.id]]);
  });

  it('has the same numbers after all events are read again', async () => {
    const before = await report({ group: 'step' });
    const touches = (): PromiseLike<ReportTouchRow[]> =>
      api.db('report_touches').where({ account_id: account.accountId }).orderBy('message_id');
    const rows = await touches();
    await adminJson('reports', 'rebuild');
    await recordAll();
    expect(await touches()).toEqual(rows);
    expect((await report({ group: 'step' })).rows).toEqual(before.rows);
  });

  it('names the best and the worst step of those that were sent to enough leads', async () => {
    const { rows, best_step, worst_step } = await report({ group: 'step', min_sent: '1' });
    const rates = rows
      .filter((row: { step_key: string | null; now: { sent: number } }) => row.step_key !== null && row.now.sent > 0)
      .map((row: { now: { reply_rate: number } }) => row.now.reply_rate);
    expect([best_step.reply_rate, worst_step.reply_rate]).toEqual([Math.max(...rates), Math.min(...rates)]);
    expect((await report({ min_sent: '1000' })).best_step).toBeNull();
  });

  it('counts open runs by status with the median of their ages', async () => {
    const [{ workflow_id: agentId }] = (await report()).pipeline;
    const runs = await api.db('agent_runs').where({ agent_id: agentId, open_slot: 1 }).orderBy('id');
    for (const [n, run] of runs.entries())
      await api
        .db('agent_runs')
        .where({ id: run.id })
        .update({ status_entered_at: new Date(NOON.getTime() - n * 1000) });
    const { pipeline } = await report({ workflow_id: agentId });
    const oldest = runs.length - 1;
    expect(pipeline).toMatchObject([
      { status: 'new', runs: runs.length, median_seconds: Math.round(oldest / 2), oldest_seconds: oldest },
    ]);
  });

  it('counts open runs by status as the list of runs has them', async () => {
    const moved = (await report()).pipeline[0];
    const run = await api.db('agent_runs').where({ agent_id: moved.workflow_id, open_slot: 1 }).orderBy('id').first();
    await api
      .db('agent_runs')
      .where({ id: run?.id ?? '' })
      .update({ status_key: 'qualified' });
    const { pipeline } = await report();
    expect(pipeline.map(({ status }: { status: string }) => status)).toContain('qualified');
    for (const row of pipeline) {
      const filters = new URLSearchParams({ workflow_id: row.workflow_id, run_status: 'running', limit: '200' });
      filters.set('status_keys', row.status);
      const { body } = await account.request('get', `/workflow-runs?${filters}`).expect(200);
      const leads = new Set(body.workflow_runs.map(({ lead_id }: { lead_id: string }) => lead_id));
      expect([row.status, leads.size]).toEqual([row.status, row.runs]);
    }
  });

  it('shows nothing of other accounts', async () => {
    const stranger = await api.account();
    const { body } = await stranger.request('get', `/reports/performance?from=${from}&to=${to}`).expect(200);
    expect([body.rows, body.pipeline, body.team, body.now.sent]).toEqual([[], [], [], 0]);
  });
});
