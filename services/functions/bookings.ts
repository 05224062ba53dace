import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { WorkDependencies } from '../../db/work.js';
import type { FunctionOnlyParams } from '../../schemas/functions/function-effects.js';
import type { FunctionEffect } from '../../schemas/functions/function-runs.js';
import { bookMeeting } from '../meetings/book.js';
import { createBookingTools } from '../meetings/booking-tools.js';
import type { EffectsOf } from './apply-effects.js';

/** One set for a pool of connections, so that the runs of this process share it. */
const tools = new WeakMap<Knex, ReturnType<typeof createBookingTools>>();

function toolsOf(db: Knex): ReturnType<typeof createBookingTools> {
  const known = tools.get(db) ?? createBookingTools(db);
  tools.set(db, known);
  return known;
}

/**
 * Makes the bookings that a run asked for. Each is made in a transaction of its own, which locks the host first, and
 * under the effect's own key: one that is repeated finds the meeting there. Answers why one was left out, by its place;
 * undefined where it was made.
 */
export async function bookForRun(
  { db, clock, dispatch }: WorkDependencies,
  given: EffectsOf,
  effects: readonly FunctionEffect[],
): Promise<Map<number, string | undefined>> {
  const refusals = new Map<number, string | undefined>();
  const now = clock.now();
  for (const effect of effects) {
    if (effect.type !== 'book_meeting' || effect.skipped_reason !== undefined) continue;
    const params = effect.params as FunctionOnlyParams['book_meeting'];
    const result = await bookMeeting(
      { ...toolsOf(db), clock: { now: () => now }, dispatch, now, assertInTime: () => undefined },
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
    refusals.set(effect.seq, result.outcome === 'booked' ? undefined : refusalOf(result));
  }
  return refusals;
}

const refusalOf = (result: { outcome: string; code?: string; message?: string }): string =>
  [result.code ?? result.outcome, result.message].filter(Boolean).join(': ');
