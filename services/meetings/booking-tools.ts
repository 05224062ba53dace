import type { Knex } from 'knex';
import { type BookingReferences, loadBookingReferences, type ReferenceIds } from '../../db/meetings/bookings.js';
import type { WorkDependencies } from '../../db/work.js';
import {
  type Batcher,
  createBatcher,
  createKeyedMutex,
  createSingleFlight,
  createWaitForInFlight,
  type KeyedMutex,
  type SingleFlight,
  type WaitForInFlight,
} from '../../runtime/concurrency.js';

export interface BookingTools extends WorkDependencies {
  /** Those who want the same slot at the same time: one wins, and one looks why the others can't. */
  slotMutex: KeyedMutex;
  /** A shared lookup for requests that lose a slot at the same time. */
  refusals: SingleFlight;
  /** A repeat of a key whose first request is not answered yet waits for it. */
  inFlight: WaitForInFlight;
  /** A batched lookup of the references of concurrent bookings of an account. */
  references: Batcher<ReferenceIds, BookingReferences>;
  now: Date;
  /** Throws when the caller has been answered already, so that nothing is committed behind its back. */
  assertInTime: () => void;
}

/** The time that a repeat waits for a first request of the same process. It doesn't wait for another process. */
const PATIENCE_MS = 2_000;

/** A read that takes longer may hang with its connection. */
const READ_MS = 100;
const READ_TOGETHER = 100;

/** Creates what the bookings of one process share. */
export const createBookingTools = (
  db: Knex,
): Pick<BookingTools, 'db' | 'slotMutex' | 'refusals' | 'inFlight' | 'references'> => ({
  db,
  slotMutex: createKeyedMutex(),
  refusals: createSingleFlight(),
  inFlight: createWaitForInFlight(PATIENCE_MS),
  references: createBatcher((_account, requests) => loadBookingReferences(db, requests), {
    patienceMs: READ_MS,
    atOnce: READ_TOGETHER,
  }),
});
