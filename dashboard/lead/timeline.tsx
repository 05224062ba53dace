import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useState } from 'react';
import type { HistoryItem } from '../../schemas/events/history.js';
import { usePages } from '../api/ask.js';
import { asProblem } from '../api/problem.js';
import { request } from '../api/request.js';
import { useMay } from '../api/session.js';
import { Bones } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Moment } from './moment.js';
import { type Decided, decidedOf, idleBetween, KINDS, kindOf, type MomentKind, TYPES_OF } from './moments.js';
import { Planned } from './planned.js';
import { clockThere } from './there.js';

type Shown = MomentKind | 'all';
const NAMES: Record<Shown, string> = {
  all: 'Everything',
  reached: 'Reached the lead',
  decisions: 'Decisions',
  meetings: 'Meetings',
  notes: 'Notes',
};
const PAGE = 50;
/** How much of a narrow choice is looked for by itself. */
const ENOUGH = 10;
const DECISIONS = 'cadence.step_executed,cadence.step_skipped,cadence.held,workflow_run.stopped,workflow_run.failed';

/** Why steps went as they did, by the ids of the events of a page. */
function useDecisions(leadId: string, items: readonly HistoryItem[]): ReadonlyMap<string, Decided> {
  const may = useMay();
  const isDecision = (item: HistoryItem) => item.type === 'activity' && DECISIONS.includes(item.activity_type);
  const oldest = items.at(-1)?.created_at ?? '';
  const { data } = useQuery({
    queryKey: ['listEvents', leadId, items[0]?.id, oldest],
    // A second earlier, as moments are told to the millisecond and "after" leaves the moment itself out.
    queryFn: ({ signal }) => {
      const after = new Date(Date.parse(oldest) - 1_000).toISOString();
      return request(
        'listEvents',
        { query: { lead_id: leadId, types: DECISIONS, after, limit: PAGE + 20 } },
        { signal },
      );
    },
    enabled: may('reports:read') && items.some(isDecision),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return new Map(data?.events.map((event) => [event.id, decidedOf(event.data)]));
}

interface StretchProps {
  leadId: string;
  items: readonly HistoryItem[];
  shown: Shown;
  /** The oldest moment that is drawn above. */
  before: string | undefined;
  zone: string;
}

/** One page of the past. */
function Stretch({ leadId, items, shown, before, zone }: StretchProps) {
  const decisions = useDecisions(leadId, items);
  const drawn = items.filter((item) => shown === 'all' || kindOf(item) === shown);
  return drawn.map((item, index) => {
    const later = index === 0 ? before : drawn[index - 1]?.created_at;
    const idle = later && idleBetween(later, item.created_at);
    return (
      <Fragment key={item.id}>
        {idle && <li className="idle faint">{idle}</li>}
        <Moment item={item} decided={decisions.get(item.id)} zone={zone} />
      </Fragment>
    );
  });
}

/** The line between what will happen and what did. */
function Now({ zone }: { zone: string }) {
  const [at] = useState(() => new Date().toISOString());
  const there = clockThere(at, zone);
  return <p className="now">Now{there && ` · ${there}`}</p>;
}

/** What will happen with the lead and what happened, the newest first. */
export function Timeline({ id, zone }: { id: string; zone: string }) {
  const may = useMay();
  const [shown, setShown] = useState<Shown>('all');
  const types = TYPES_OF[shown];
  const pages = usePages('getLeadHistory', {
    params: { id },
    query: { order: 'desc', limit: PAGE, ...(types ? { types } : {}) },
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const stretches = pages.data?.pages.map(({ history }) => history);
  const items = stretches?.flat();
  const fitting = items?.filter((item) => shown === 'all' || kindOf(item) === shown);
  const looksOn = fitting !== undefined && fitting.length < ENOUGH && hasNextPage;
  useEffect(() => {
    if (looksOn && !isFetchingNextPage) void fetchNextPage();
  }, [looksOn, isFetchingNextPage, fetchNextPage]);
  return (
    <section className="card" aria-labelledby="timeline">
      <header className="card-head">
        <h2 id="timeline">Timeline</h2>
        <Select
          size="xs"
          aria-label="What is shown"
          data={(['all', ...KINDS] as const).map((value) => ({ value, label: NAMES[value] }))}
          value={shown}
          onChange={(value) => setShown((value ?? 'all') as Shown)}
          allowDeselect={false}
          className="filter"
        />
      </header>
      {(shown === 'all' || shown === 'reached') && may('workflows:read') && <Planned id={id} />}
      <Now zone={zone} />
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!items && !pages.error && <Bones lines={6} />}
      {fitting?.length === 0 && !looksOn && <p className="calm">Nothing yet.</p>}
      <ol aria-label="What happened">
        {stretches?.map((stretch, index) => (
          <Stretch
            key={stretch[0]?.id ?? index}
            leadId={id}
            items={stretch}
            shown={shown}
            before={stretches[index - 1]?.at(-1)?.created_at}
            zone={zone}
          />
        ))}
      </ol>
      {hasNextPage && (
        <p className="card-body">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Earlier
          </Button>
        </p>
      )}
    </section>
  );
}
