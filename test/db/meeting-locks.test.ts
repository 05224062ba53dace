import { describe, expect, it } from '@jest/globals';
import { useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { at, meetingWorld } from '../support/meetings.js';

const api = useApi();

/** Whether some statement of this test waits for the row of this id. */
const waitingFor = (table: string, id: string) =>
  eventually(async () => {
    const [rows] = (await api.db.raw(
      'SELECT id FROM information_schema.processlist WHERE info LIKE ? AND id <> CONNECTION_ID()',
      [`select%\`${table}\`%${id}%for update`],
    )) as [unknown[]];
    return rows.length > 0 || undefined;
  }, 15_000);

/**
 * Runs `change` while another transaction holds a row, and answers which of `rows` that one can lock meanwhile. Whoever
 * waits with a row that the other one takes next would wait for ever.
 */
async function whileHeld(
  [heldTable, heldId]: [string, string],
  rows: [string, string][],
  change: () => PromiseLike<{ status: number }>,
) {
  const tx = await api.db.transaction();
  try {
    await tx(heldTable).where({ id: heldId }).forUpdate().first();
    const answer = Promise.resolve(change());
    await waitingFor(heldTable, heldId);
    for (const [table, id] of rows) await tx.raw('SELECT id FROM ?? WHERE id = ? FOR UPDATE NOWAIT', [table, id]);
    await tx.commit();
    return (await answer).status;
  } finally {
    if (!tx.isCompleted()) await tx.rollback();
  }
}

async function scene() {
  const account = await api.account();
  const world = await meetingWorld(api, account);
  const meetingId = (await world.book().expect(201)).body.meeting.id as string;
  const post = (path: string, body: object = {}) => account.request('post', path).send(body);
  return { ...world, meetingId, post };
}

describe('host, lead and meeting are locked in this order', () => {
  it('by whoever records a meeting', async () => {
    const { post, hostId, lead } = await scene();
    const record = { lead_id: lead.id, title: 'M', starts_at: at('15:00'), duration_minutes: 30 };
    const status = await whileHeld(['hosts', hostId], [['leads', lead.id]], () =>
      post('/meetings', { ...record, host_email: 'hanna@example.com' }),
    );
    expect(status).toBe(201);
  });

  it('by whoever changes a booked one', async () => {
    const { post, lead, meetingId } = await scene();
    const path = `/meetings/${meetingId}`;
    const changes: [string, object][] = [
      ['confirm', {}],
      ['reschedule', { starts_at: at('16:00') }],
      ['cancel', {}],
    ];
    for (const [what, body] of changes) {
      const change = () => post(`${path}/${what}`, body);
      expect(await whileHeld(['leads', lead.id], [['meetings', meetingId]], change)).toBe(200);
    }
  });
});
