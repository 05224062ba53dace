import type { TelemetryType } from '../../schemas/widget/chat.js';
import type { Db } from '../connection.js';
import type { WidgetTelemetryRow } from './tables.js';

const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** The total of one type of browser metric. */
export interface TelemetryTotal {
  type: TelemetryType;
  /** The code of an error, or empty. */
  code: string;
  n: number;
  totalMs: number;
  maxMs: number;
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Adds what a browser told to the widget's day (UTC). */
export async function addTelemetry(
  db: Db,
  now: Date,
  widget: { id: string; account_id: string },
  totals: readonly TelemetryTotal[],
): Promise<void> {
  if (totals.length === 0) return;
  await db.raw(
    `INSERT INTO widget_telemetry (widget_id, account_id, day, type, code, n, total_ms, max_ms)
     VALUES ${totals.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}
     ON DUPLICATE KEY UPDATE
       n = n + VALUES(n), total_ms = total_ms + VALUES(total_ms), max_ms = GREATEST(max_ms, VALUES(max_ms))`,
    totals.flatMap(({ type, code, n, totalMs, maxMs }) => [
      ...[widget.id, widget.account_id, dayOf(now), type, code, n, totalMs, maxMs],
    ]),
  );
}

/** Lists what browsers told of a widget, the latest day first. */
export const listTelemetry = (db: Db, widgetId: string): Promise<WidgetTelemetryRow[]> =>
  db('widget_telemetry')
    .where({ widget_id: widgetId })
    .orderBy([{ column: 'day', order: 'desc' }, 'type', 'code'])
    .select('*', db.raw("DATE_FORMAT(day, '%Y-%m-%d') AS day"));

/** Removes days that are long past. */
export async function forgetTelemetry(db: Db, now: Date): Promise<void> {
  const before = dayOf(new Date(now.getTime() - KEPT_DAYS * DAY_MS));
  await db('widget_telemetry').where('day', '<', before).limit(10_000).delete();
}
