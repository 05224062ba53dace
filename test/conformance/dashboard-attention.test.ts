import { describe, expect, it } from '@jest/globals';
import { openSenderBreaker } from '../../db/channels/sender-breakers.js';
import { noteHeldWork } from '../../db/operations/held-work.js';
import { newId } from '../../runtime/ids.js';
import { createAccountFixture } from '../support/account-fixture.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';
import { addUser } from '../support/users.js';

const day = useWorkday('dashboard-attention');
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const DAYS = 24 * 60;

/** Creates one problem of each kind that an operator can fix. */
async function trouble() {
  const { api, account } = day;
  const { accountId } = account;
  const fixture = createAccountFixture(api, account, '');
  const changed = async (table: 'agent_runs' | 'inbound_events' | 'imports', id: string, columns: object) => {
    await api.db(table).where({ id }).update(columns);
    return id;
  };
  const run = async (columns: object) => changed('agent_runs', (await fixture.enrolled()).runId, columns);
  await run({ cadence_state: 'failed', open_slot: null, ended_at: new Date() });
  await run({ paused_at: ago(31 * DAYS), human_takeover: true, cadence_state: 'paused' });
  const overdue = await run({ wake_at: ago(11) });
  const held = await run({ cadence_state: 'held', hold_reason: 'error' });
  const failed = { agent_id: null, step_key: null, fault: 'TypeError', tries: 9, build: 'another' };
  await noteHeldWork(api.db, new Date(), { kind: 'run', id: held, account_id: accountId, ...failed });
  await fixture.message('unknown');
  const parked = await fixture.parked();
  const event = await changed('inbound_events', await fixture.inboundEvent(), { received_at: ago(11) });
  await changed('imports', await fixture.doneImport(), { status: 'failed', failure: 'The file broke.' });
  const hostId = await fixture.connectedHost();
  await api.db('calendar_connections').where({ host_id: hostId }).update({ status: 'failed', error: 'Wrong password' });
  const breaker = { sender_id: await fixture.sender(), account_id: accountId, last_code: 'CONNECTION_REFUSED' };
  const tries = { opened_at: ago(1), retry_at: ago(-60), probe_until: null, trips: 1 };
  await openSenderBreaker(api.db, { ...breaker, ...tries });
  const fn = await fixture.fn();
  await api.db('job_events').insert({
    job_id: fn,
    event_id: newId(),
    account_id: accountId,
    lead_id: newId(),
    status: 'failed',
    depth: 0,
    due_at: new Date(),
    cycle_id: null,
    created_at: new Date(),
  });
  return { overdue, held, parked, event, fn };
}

describe('an attention item', () => {
  it('is fixed in its list, or on the page that it links to', async () => {
    const { api, account, dashboard } = day;
    const { overdue, held, parked, event, fn } = await trouble();
    const operator = await addUser(api, account.accountId, 'operator');
    const other = await day.open('/', operator.email);
    await other.getByText('Parked instruction to Temporal').waitFor();
    expect(await other.getByRole('button', { name: 'Retry' }).count()).toBe(0);

    const page = await day.open('/');
    const needs = page.getByRole('region', { name: 'Needs you' });
    const item = (title: string) => needs.getByRole('listitem').filter({ hasText: title });
    const gone = (title: string) => item(title).waitFor({ state: 'detached' });
    await item('Failed run').waitFor();
    await day.look(page, 'needs-you');

    await item('Message with unknown outcome').getByRole('button', { name: 'Mark as failed' }).click();
    await gone('Message with unknown outcome');
    await item('Run paused').getByRole('button', { name: 'Resume automation' }).click();
    await gone('Run paused');
    await item('Failed run').getByRole('button', { name: 'Re-enroll' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Re-enroll' }).click();
    await gone('Failed run');
    await item('Parked instruction').getByRole('button', { name: 'Retry' }).click();
    await gone('Parked instruction');
    expect(await api.db('outbox').where({ id: parked }).first()).toMatchObject({ parked_at: null });

    const instructed = (workflowId: string) =>
      expect.arrayContaining([expect.objectContaining({ workflowId })]) as unknown;
    const answered = (path: string) => page.waitForResponse((answer) => answer.url().includes(path));
    await Promise.all([answered('/wake'), item('Overdue run').getByRole('button', { name: 'Re-check now' }).click()]);
    expect(api.dispatched).toEqual(instructed(`cadence/${overdue}`));
    await Promise.all([
      answered('/held-work/retry'),
      item('Work on hold').getByRole('button', { name: 'Retry' }).click(),
    ]);
    expect(api.dispatched).toEqual(instructed(`cadence/${held}`));
    await Promise.all([
      answered('/inbound-events/'),
      item('Unprocessed provider event').getByRole('button', { name: 'Retry' }).click(),
    ]);
    expect(api.dispatched).toEqual(instructed(`inbound/${event}`));

    for (const [title, link, heading] of [
      ['Sender on hold', 'Open senders', 'Channels'],
      ['calendar', 'Open host calendar', ''],
      ['Overdue run', 'Open run', ''],
      ['Failed import', 'Open import', ''],
      ['that fails on events', 'Open function', ''],
    ] as const) {
      await item(title).getByRole('link', { name: link }).click();
      await page.getByRole('heading', { level: 1, ...(heading ? { name: heading } : {}) }).waitFor();
      expect(new URL(page.url()).pathname).not.toBe('/');
      expect(await page.getByText('Page not found').count()).toBe(0);
      await page.goBack();
      await needs.waitFor();
    }
    await item('Failed import').getByRole('button', { name: 'Dismiss' }).click();
    await gone('Failed import');
    await item('that fails on events').getByRole('button', { name: 'Deactivate function' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate function' }).click();
    await eventually(async () =>
      (await api.db('cloud_functions').where({ id: fn }).first())?.is_active === false ? true : undefined,
    );
    expect(dashboard.complaints).toEqual([]);
  });
});
