import { useQueries } from '@tanstack/react-query';
import type { HistoryItem } from '../../../schemas/events/history.js';
import { request } from '../../api/request.js';
import { usePermission } from '../../api/session.js';
import { type Decided, decidedOf } from './timeline-entries.js';

const DECISIONS =
  'cadence.step_executed,cadence.step_skipped,cadence.held,workflow_run.stopped,workflow_run.failed,automation.paused';

/** As many as one answer holds: other runs decide as well. */
const MOST = 200;

const isDecision = (item: HistoryItem) => item.type === 'activity' && DECISIONS.split(',').includes(item.activity_type);

/** Queries why steps went as they did, page by page of a lead's history, by the ids of the events. */
export function useDecisions(leadId: string, pages: readonly (readonly HistoryItem[])[]): ReadonlyMap<string, Decided> {
  const may = usePermission();
  return useQueries({
    queries: pages.map((items) => {
      const oldest = items.at(-1)?.created_at ?? '';
      return {
        queryKey: ['listEvents', leadId, items[0]?.id, oldest],
        // A second earlier, because times have milliseconds and "after" excludes the time itself.
        queryFn: ({ signal }: { signal: AbortSignal }) => {
          const after = new Date(Date.parse(oldest) - 1_000).toISOString();
          const query = { lead_id: leadId, types: DECISIONS, after, limit: MOST };
          return request('listEvents', { query }, { signal });
        },
        enabled: may('reports:read') && items.some(isDecision),
        staleTime: Number.POSITIVE_INFINITY,
      };
    }),
    combine: (answers) =>
      new Map(
        answers.flatMap(
          ({ data }) => data?.events.map((each) => [each.id, decidedOf(each.type, each.data)] as const) ?? [],
        ),
      ),
  });
}
