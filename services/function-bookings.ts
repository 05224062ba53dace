import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { OutboxItem } from '../db/outbox.js';
import type { FunctionOnlyParams } from '../schemas/function-effects.js';
import type { FunctionEffect } from '../schemas/function-runs.js';
import type { EffectsOf } from './function-effects.js';
import { bookMeeting, createBookingTools } from './meetings/book.js';

/** What became of the bookings among a run's effects: why one was left out, by its place; undefined where it was made. */
export interface Bookings {
  refusals: Map<number, string | undefined>;
  pending: OutboxItem[];
}

/** One set for a pool of connections, so that the runs of this process share it. */
const tools = new WeakMap<Knex, ReturnType<typeof createBookingTools>>();

function toolsOf(db: Knex): ReturnType<typeof createBookingTools> {
  const known = tools.get(db) ?? createBookingTools(db);
  tools.set(db, known);
  return known;
}

/**
 * Makes the bookings that a run asked for. Each is made in a transaction of its own, which locks the host first, and
 * under the effect's own key: one that is repeated finds the meeting there.
 */
export async function bookForRun(
  db: Knex,
  now: Date,
  given: EffectsOf,
  effects: readonly FunctionEffect[],
): Promise<Bookings> {
  const bookings: Bookings = { refusals: new Map(), pending: [] };
  for (const effect of effects) {
    if (effect.type !== 'book_meeting' || effect.skipped_reason !== undefined) continue;
    const params = effect.params as FunctionOnlyParams['book_meeting'];
    const result = await bookMeeting(
      { ...toolsOf(db), now, assertInTime: () => undefined },
      {
        createdBy: 'system',
        source: 'api',
        creationSource: 'api_book',
        origin: given.origin,
        accountId: given.accountId,
        leadId: effect.target.id,
        hostId: params.host_id,
        agentId: params.workflow_id,
        meetingTypeId: params.meeting_type_id,
        startsAt: params.starts_at,
        timezone: params.timezone,
        title: params.title,
        description: params.description,
        inviteLead: params.invite_lead,
        answers: {},
        allowOutside: false,
        holdId: null,
        idempotencyKey: createHash('sha256').update(`function/${effect.idempotency_key}`).digest('hex'),
      },
    );
    if (result.outcome === 'booked') bookings.pending.push(...result.pending);
    bookings.refusals.set(effect.seq, result.outcome === 'booked' ? undefined : refusalOf(result));
  }
  return bookings;
}

const refusalOf = (result: { outcome: string; code?: string; message?: string }): string =>
  [result.code ?? result.outcome, result.message].filter(Boolean).join(': ');
