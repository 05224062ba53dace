import type { Knex } from 'knex';
import type { Logger } from '../../runtime/logger.js';
import { createEventReader, type EventReader } from '../../services/jobs/job-events.js';
import { workOn } from './work.js';

/** A reader of events, as a process that was just started has, and what it told. */
export function newReader(db: Knex, now?: () => Date) {
  const told: Record<string, unknown>[] = [];
  const warn = (fields: Record<string, unknown>, text: string) => told.push({ ...fields, text });
  const reader = createEventReader({ ...workOn(db, now), logger: { warn } as unknown as Logger });
  return { ...reader, told };
}

/**
 * Makes a reader take over the events of an account from any other reader, because concurrent test files have readers
 * too.
 */
export async function takeOver(db: Knex, reader: Pick<EventReader, 'turn'>, accountId: string): Promise<void> {
  do {
    await db('job_event_cursors')
      .where({ account_id: accountId })
      .update({ lease_until: new Date(0) });
  } while (!(await reader.turn()).includes(accountId));
}

/** Has another process read the events of an account from its cursor on, and leave them again. */
export async function readAnew(db: Knex, accountId: string): Promise<void> {
  const reader = newReader(db);
  await takeOver(db, reader, accountId);
  await reader.close();
}
