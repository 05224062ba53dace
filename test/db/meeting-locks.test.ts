import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createMeetingLinks } from '../../services/meetings/meeting-links.js';
import { TEST_SECRET, useApi } from '../support/api.js';
import { concurrently } from '../support/concurrent.js';
import { at, createMeetingFixture } from '../support/meetings.js';
import { addRun } from '../support/messaging.js';

const api = useApi();
const links = createMeetingLinks([TEST_SECRET], 'http://las.test');

/**
 * Runs `change` while another transaction holds a row, and returns which of `rows` that transaction can lock in the
 * meantime. A change that waits with a row that the other one locks next would deadlock.
 */
const whileHeld = async (
  [heldTable, heldId]: [string, string],
  rows: [string, string][],
  change: () => PromiseLike<{ status: number }>,
) =>
  concurrently(
    api.db,
    (tx) => tx(heldTable).where({ id: heldId }).forUpdate().first(),
    async () => (await change()).status,
    async (tx) => {
      for (const [table, id] of rows) await tx.raw('SELECT id FROM ?? WHERE id = ? FOR UPDATE NOWAIT', [table, id]);
    },
  );

async function createFixture() {
  const account = await api.account();
  const fixture = await createMeetingFixture(api, account);
  const meetingId = (await fixture.book().expect(201)).body.meeting.id as string;
  const post = (path: string, body: object = {}) => account.request('post', path).send(body);
  return { account, ...fixture, meetingId, post };
}

describe('host, lead and meeting are locked in this order', () => {
  it('by recording a meeting', async () => {
    const { post, hostId, lead } = await createFixture();
    const record = { lead_id: lead.id, title: 'M', starts_at: at('15:00'), duration_minutes: 30 };
    const status = await whileHeld(['hosts', hostId], [['leads', lead.id]], () =>
      post('/meetings', { ...record, host_email: 'hanna@example.com' }),
    );
    expect(status).toBe(201);
  });

  it.each([{}, { idempotency_key: 'k' }])('by a booking: %j', async (more) => {
    const { book, hostId, lead, agentId } = await createFixture();
    const run = await addRun(api.db, lead, agentId);
    const rest: [string, string][] = [
      ['leads', lead.id],
      ['agent_runs', run.id],
    ];
    const first = () => book({ starts_at: at('12:00'), ...more });
    expect(await whileHeld(['hosts', hostId], rest, first)).toBe(201);
    const second = () => book({ starts_at: at('13:00') });
    expect(await whileHeld(['leads', lead.id], rest.slice(1), second)).toBe(201);
  });

  it('by a hold of a slot, which locks the host alone', async () => {
    const { post, hostId, typeId, lead } = await createFixture();
    const hold = { host_id: hostId, meeting_type_id: typeId, starts_at: at('15:00') };
    const asked = () => post('/meetings/holds', hold);
    expect(await whileHeld(['hosts', hostId], [['leads', lead.id]], asked)).toBe(201);
  });

  it.each<[string, object]>([
    ['confirm', {}],
    ['reschedule', { starts_at: at('16:00') }],
    ['reschedule', { starts_at: at('16:00'), keep_host: false }],
    ['cancel', {}],
    ['complete', {}],
    ['no_show', {}],
  ])('by a change of a booked one: %s %j', async (what, body) => {
    const { post, hostId, lead, meetingId } = await createFixture();
    const change = () => post(`/meetings/${meetingId}/${what}`, body);
    const rest: [string, string][] = [
      ['leads', lead.id],
      ['meetings', meetingId],
    ];
    expect(await whileHeld(['hosts', hostId], rest, change)).toBe(200);
    const again = await createFixture();
    const second = () => again.post(`/meetings/${again.meetingId}/${what}`, body);
    expect(await whileHeld(['leads', again.lead.id], [['meetings', again.meetingId]], second)).toBe(200);
  });

  it('by the lead itself, on its page', async () => {
    for (const [what, status] of [
      ['confirm', 303],
      ['cancel', 303],
    ] as const) {
      const { account, hostId, lead, meetingId } = await createFixture();
      const page = new URL(links.urlFor(account.accountId, meetingId)).pathname;
      const rest: [string, string][] = [
        ['leads', lead.id],
        ['meetings', meetingId],
      ];
      const change = () => supertest(api.app).post(`${page}/${what}`);
      expect(await whileHeld(['hosts', hostId], rest, change)).toBe(status);
    }
  });

  it('by the removal of a lead with its meetings: its row before theirs', async () => {
    const { account, lead, meetingId } = await createFixture();
    const erase = () => account.request('post', `/leads/${lead.id}/erase`);
    expect(await whileHeld(['leads', lead.id], [['meetings', meetingId]], erase)).toBe(200);
  });
});
