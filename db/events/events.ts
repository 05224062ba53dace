import { format } from 'mysql2';
import { newId } from '../../runtime/ids.js';
import type { EventKind, EventOrigin } from '../../schemas/events/events.js';
import type { Db } from '../connection.js';
import { insertRows, type SqlValue } from '../insert-rows.js';
import type { EventRow } from './tables.js';

export type { EventOrigin };

export interface NewEvent {
  /** Given where something else already refers to the event. */
  id?: string;
  accountId: string;
  type: EventKind;
  leadId?: string | null;
  agentRunId?: string | null;
  data: Record<string, unknown>;
  /** The values before the change, by the names that conditions use: `lead.email`. */
  before?: Readonly<Record<string, unknown>>;
  /** The captured variable that changes after the event is written; its value is read by the same statement. */
  variable?: string;
  origin: EventOrigin;
}

/**
 * Writes business events in the transaction of the change they tell of. The same rows are the audit trail, the lead's
 * history and what triggers and webhooks follow.
 */
export async function insertEvents(tx: Db, now: Date, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertRows(
    tx,
    'events',
    events.map((event) => ({
      id: event.id ?? newId(),
      account_id: event.accountId,
      type: event.type,
      lead_id: event.leadId ?? null,
      agent_run_id: event.agentRunId ?? null,
      data: JSON.stringify(event.data),
      values_before: valuesBefore(event),
      origin_kind: event.origin.kind,
      origin_id: event.origin.id,
      origin_depth: event.origin.depth ?? 0,
      created_at: now,
    })),
  );
}

function valuesBefore({ before = {}, variable, leadId }: NewEvent): string | SqlValue | null {
  if (variable === undefined) return Object.keys(before).length === 0 ? null : JSON.stringify(before);
  const sql = format(
    "(SELECT CONCAT('{', ?, ':', value, '}') FROM lead_variables WHERE lead_id = ? AND field_key = ?)",
    [JSON.stringify(`field.${variable}`), leadId, variable],
  );
  return { toSqlString: () => sql };
}

/** Copies the current text of a note to its event, or clears it after a deletion. */
export async function rewriteNoteEvent(tx: Db, leadId: string, noteId: string, note: string | null): Promise<void> {
  await tx('events')
    .where({ lead_id: leadId, type: 'lead.updated' })
    .where('data', 'like', `%"note_id":"${noteId}"%`)
    .update({ data: JSON.stringify({ note_id: noteId, note }) });
}

/** Lists events by their ids. */
export async function listEventsByIds(db: Db, ids: readonly string[]): Promise<Map<string, EventRow>> {
  const rows = await db('events').whereIn('id', [...ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the place of the newest event of each of some leads; one that has none is missing. */
export async function newestEvents(db: Db, leadIds: readonly string[]): Promise<Map<string, number>> {
  if (leadIds.length === 0) return new Map();
  const rows: { lead_id: string; newest: number }[] = await db('events')
    .whereIn('lead_id', [...leadIds])
    .groupBy('lead_id')
    .select('lead_id')
    .max({ newest: 'seq' });
  return new Map(rows.map(({ lead_id, newest }) => [lead_id, Number(newest)]));
}

/** Lists the newest events of some kinds that a lead had since a time. */
export const listEventsSince = (
  db: Db,
  leadId: string,
  { kinds, since, limit }: { kinds: readonly string[]; since: Date; limit: number },
): Promise<Pick<EventRow, 'type' | 'created_at' | 'seq'>[]> =>
  db('events')
    .where({ lead_id: leadId })
    .whereIn('type', [...kinds])
    .where('created_at', '>=', since)
    .orderBy('seq', 'desc')
    .limit(limit)
    .select('type', 'created_at', 'seq');
