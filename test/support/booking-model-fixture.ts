import type { Knex } from 'knex';
import { newId } from '../../runtime/ids.js';
import type { BookingModelFixture, ModelAnswer, ModelType } from './booking-model.js';
import { inParallel } from './http.js';
import { at } from './meetings.js';

interface Access {
  db: Knex;
  agentId: string;
  ask(path: string, body: object): Promise<ModelAnswer>;
  read(path: string): Promise<Record<string, unknown>>;
}

const TYPES = [
  { duration_minutes: 30, buffer_before_minutes: 0, buffer_after_minutes: 5 },
  { duration_minutes: 15, buffer_before_minutes: 5, buffer_after_minutes: 0 },
  { duration_minutes: 50, buffer_before_minutes: 0, buffer_after_minutes: 0 },
];
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Three hosts who can be met every day, three meeting types with buffers, and sixteen leads, for `playBookings`. */
export async function createBookingModelFixture({ db, agentId, ask, read }: Access): Promise<BookingModelFixture> {
  const made = async (path: string, body: object, name: string): Promise<string> => {
    const answer = await ask(path, body);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return (answer.body[name] as { id: string }).id;
  };
  const hosts = await inParallel(['A', 'B', 'C'], 3, async (name) => {
    const host = await made('/hosts', { name, email: `${newId()}@example.com`, timezone: 'UTC' }, 'host');
    const hours = { kind: 'weekly', weekdays: WEEK, starts: '08:00', ends: '15:00' };
    await made(`/hosts/${host}/availability-blocks`, hours, 'availability_block');
    return host;
  });
  const types = await inParallel(TYPES, 3, async (rules): Promise<ModelType> => {
    const holders = hosts.map((host_id) => ({ host_id }));
    const type = { name: 'Talk', slot_interval_minutes: 5, max_days_ahead: 90, hosts: holders, ...rules };
    return {
      id: await made('/meeting-types', type, 'meeting_type'),
      durationMinutes: rules.duration_minutes,
      bufferBeforeMinutes: rules.buffer_before_minutes,
      bufferAfterMinutes: rules.buffer_after_minutes,
    };
  });
  const leads = await inParallel(Array.from({ length: 16 }), 8, () =>
    made('/leads', { first_name: 'Ada', email: `${newId()}@example.com` }, 'lead'),
  );
  return {
    ask,
    hosts,
    leads,
    types,
    at,
    booking: (more) => ({ workflow_id: agentId, ...more }),
    async expireHold(id) {
      await db('slot_holds').where({ id }).update({ expires_at: new Date() });
    },
    async freeStarts(hostId, days) {
      const range = `from=${at('00:00')}&to=${at('00:00', days)}`;
      const path = `/meetings/availability?meeting_type_id=${types[0]?.id}&host_id=${hostId}&${range}`;
      return ((await read(path)).slots as { starts_at: string }[]).map(({ starts_at }) => starts_at);
    },
  };
}
