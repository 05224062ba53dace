import { fromJson } from '../../db/connection.js';
import { listWidgetsInUse, type WidgetDayUse } from '../../db/widget/day-use.js';
import { completeLimits, type StoredSettings } from '../../domain/widget/settings.js';
import { type UsedLimit, usedLimits } from '../../domain/widget/used-share.js';
import type { AttentionItem, ListKind } from './attention-item.js';

const HALF = 0.5;
const number = new Intl.NumberFormat('en');

const limitsOf = ({ settings }: WidgetDayUse) => completeLimits(fromJson<StoredSettings>(settings).limits);

/** Lists the limits that are used up. A budget of a model also is when a call found no room in what is left of it. */
const usedUp = (row: WidgetDayUse): UsedLimit[] =>
  usedLimits(limitsOf(row), row, 1).concat(
    row.announced
      ? usedLimits(limitsOf(row), row, HALF).filter(({ name, used, limit }) => name !== 'turns' && used < limit)
      : [],
  );

const halfUsed = (row: WidgetDayUse): UsedLimit[] =>
  usedUp(row).length > 0 ? [] : usedLimits(limitsOf(row), row, HALF);

const listOf =
  (about: Pick<AttentionItem, 'kind' | 'what'>, find: (row: WidgetDayUse) => UsedLimit[]): ListKind =>
  (db, scope) => {
    const rows = listWidgetsInUse(db, scope);
    const since = new Date(scope.now.toISOString().slice(0, 10));
    const items = (row: WidgetDayUse): AttentionItem[] => {
      const found = find(row);
      if (found.length === 0) return [];
      const detail = found.map(({ name, used, limit }) => `${number.format(used)} of ${number.format(limit)} ${name}`);
      return [
        {
          ...about,
          account_id: row.account_id,
          agent_id: row.agent_id,
          id: row.id,
          since,
          detail: `${row.name}: ${detail.join(', ')} today`,
          remedy: `PATCH /api/public/widgets/${row.id} with other \`limits\`; the counts start over at 00:00 UTC`,
        },
      ];
    };
    return { rows, items: async () => (await rows).flatMap(items).slice(0, scope.limit) };
  };

/** Lists the widgets that have used half of a day's limit, and none whole. */
export const listHalfUsedWidgets = listOf(
  { kind: 'widget_half_used', what: 'widget that has used half of a daily limit' },
  halfUsed,
);

/** Lists the widgets that have used up a day's limit. */
export const listUsedUpWidgets = listOf(
  { kind: 'widget_used_up', what: 'widget that has used up a daily limit' },
  usedUp,
);
