import type { Knex } from 'knex';
import type { Db, Listing } from '../connection.js';
import type { AttentionScope } from '../operations/attention.js';
import type { WidgetRow } from './tables.js';

/** A widget with what its chats have used today. */
export interface WidgetDayUse extends Pick<WidgetRow, 'id' | 'account_id' | 'agent_id' | 'name' | 'settings'> {
  turns: number;
  tokens: number;
  micros: number;
  /** True if a call of a model was refused for its budget. */
  announced: boolean;
}

const MOST_WIDGETS = 1_000;

/** Lists widgets with what their chats have used today (UTC). */
export function listWidgetUse(db: Db, { accountId, now }: AttentionScope): Knex.QueryBuilder {
  const day = now.toISOString().slice(0, 10);
  const query = db('widgets as w')
    // As `turn-counters` names the day of a key.
    .joinRaw(
      `LEFT JOIN turn_counters t ON t.subject = UNHEX(SHA2(CONCAT(?, w.key_id), 256)) AND t.ends > UNIX_TIMESTAMP()`,
      ['key\n86400\n'],
    )
    .joinRaw('LEFT JOIN ai_usage u ON u.subject_id = w.id AND u.day = ?', [day])
    .orderBy('w.id')
    .limit(MOST_WIDGETS)
    .select('w.id', 'w.account_id', 'w.agent_id', 'w.name', 'w.settings', {
      turns: db.raw('COALESCE(t.n, 0)'),
      tokens: db.raw('COALESCE(u.tokens, 0)'),
      micros: db.raw('COALESCE(u.cost_micros, 0)'),
      announced: db.raw('COALESCE(u.announced, 0)'),
    });
  if (accountId !== undefined) query.where('w.account_id', accountId);
  return query;
}

/** Lists the widgets in use today (UTC), with what of their limits is used. */
export const listWidgetsInUse = (db: Db, scope: AttentionScope): Listing<WidgetDayUse> =>
  listWidgetUse(db, scope).whereRaw(
    'COALESCE(t.n, u.tokens, u.cost_micros) IS NOT NULL',
  ) as unknown as Listing<WidgetDayUse>;
