import { expect } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { overlappingMeetings, strayCells } from '../../support/overlaps.js';
import type { Answer } from './client.js';
import { inParallel, until } from './random.js';
import { mail, type Rig, type RigAccount } from './rig.js';

const DAY_MS = 86_400_000;
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

export interface Offer {
  starts_at: string;
  host_id: string;
}

export const idOf = ({ body }: Answer): string => (body.meeting as { id: string }).id;

/** Requests the n-th of the slots that a proof books, none of them twice. */
export const slot = (n: number): string => {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return new Date(midnight + (2 + Math.floor(n / 16)) * DAY_MS + (n % 16) * 3_600_000).toISOString();
};

/** Opens a host who can always be met, and leads that book. */
export async function createBookingFixture(rig: Rig, leadCount: number) {
  const account: RigAccount = await rig.account([mail('Later', 3_600)]);
  const made = async (path: string, body: object, name: string): Promise<string> => {
    const answer = await account.request('POST', path, { body });
    expect(answer.status).toBe(201);
    return (answer.body[name] as { id: string }).id;
  };
  const hostId = await made('/hosts', { name: 'Hanna', email: 'hanna@example.com', timezone: 'UTC' }, 'host');
  const hours = { kind: 'weekly', weekdays: WEEK, starts: '00:00', ends: '23:59' };
  await made(`/hosts/${hostId}/availability-blocks`, hours, 'availability_block');
  const typeOf = (duration_minutes: number) =>
    made('/meeting-types', { name: 'Talk', duration_minutes, max_days_ahead: 730 }, 'meeting_type');
  const typeId = await typeOf(30);
  const leads = await inParallel(10, Array.from({ length: leadCount }), (_, n) =>
    made('/leads', { first_name: 'Ada', email: `booker-${n}-${newId()}@example.com` }, 'lead'),
  );
  const wish = (lead_id: string | undefined, starts_at: string, more: object = {}) => ({
    lead_id,
    host_id: hostId,
    workflow_id: account.agentId,
    meeting_type_id: typeId,
    starts_at,
    ...more,
  });
  /** Asks as a client should: under one key, again while the service says that it is too busy and nothing was done. */
  const askPatiently = (path: string, body: object, key = newId()): Promise<Answer> =>
    until(
      `${path} is answered`,
      async () => {
        const answer = await account.request('POST', path, { body, headers: { 'Idempotency-Key': key } });
        const again = [0, 503].includes(answer.status) || answer.body.code === 'IDEMPOTENCY_IN_PROGRESS';
        return again ? undefined : answer;
      },
      60_000,
    );
  return {
    account,
    hostId,
    typeId,
    leads,
    typeOf,
    askPatiently,
    wish,
    holdOf: (starts_at: string, ttl_seconds = 60) => ({
      host_id: hostId,
      meeting_type_id: typeId,
      starts_at,
      ttl_seconds,
    }),
    book: (lead: string | undefined, starts_at: string, more: object = {}, api?: number): Promise<Answer> =>
      account.request('POST', '/meetings/book', {
        body: wish(lead, starts_at, more),
        ...(api === undefined ? {} : { api }),
      }),
    bookPatiently: (lead: string | undefined, starts_at: string): Promise<Answer> =>
      askPatiently('/meetings/book', wish(lead, starts_at)),
    /** Nothing overlaps, and no time is taken for nothing. */
    async expectSound(): Promise<void> {
      expect(await overlappingMeetings(rig.db, account.accountId)).toEqual([]);
      expect(await strayCells(rig.db, account.accountId)).toEqual([]);
    },
  };
}

export type BookingFixture = Awaited<ReturnType<typeof createBookingFixture>>;
