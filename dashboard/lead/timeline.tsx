import { Button } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import type { HistoryItem } from '../../schemas/events/history.js';
import { usePages } from '../api/ask.js';
import { asProblem } from '../api/problem.js';
import { useMay } from '../api/session.js';
import { Bones } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Select } from '../parts/select.js';
import { useMinute } from '../parts/use-minute.js';
import { When } from '../parts/when.js';
import { useDecisions } from './decisions.js';
import { Moment } from './moment.js';
import {
  answersAmong,
  type Decided,
  idleBetween,
  KINDS,
  kindOf,
  type MomentKind,
  TYPES_OF,
  takenOver,
} from './moments.js';
import { Planned } from './planned.js';
import { marksOf } from './ribbon.js';
import { RunRibbon } from './run-ribbon.js';
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
/** A run is shown whole, as far as one answer goes. */
const PAGE_OF_RUN = 200;
/** How much of a narrow choice is looked for by itself. */
const ENOUGH = 10;
interface StretchProps {
  items: readonly HistoryItem[];
  shown: Shown;
  /** The oldest moment that is drawn above. */
  before: string | undefined;
  /** What is known of the whole, by the ids of its items. */
  known: {
    decisions: ReadonlyMap<string, Decided>;
    answers: ReadonlyMap<string, string>;
    taken: ReadonlySet<string>;
  };
  linksRun: boolean;
  zone: string;
}

/** One page of the past. */
function Stretch({ items, shown, before, known, linksRun, zone }: StretchProps) {
  const drawn = items.filter((item) => shown === 'all' || kindOf(item) === shown);
  return drawn.map((item, index) => {
    const later = index === 0 ? before : drawn[index - 1]?.created_at;
    const idle = later && idleBetween(later, item.created_at);
    return (
      <Fragment key={item.id}>
        {idle && <li className="idle faint">{idle}</li>}
        <Moment
          item={item}
          decided={known.decisions.get(item.id)}
          answeredAt={known.answers.get(item.id)}
          linksRun={linksRun}
          taken={known.taken.has(item.id)}
          zone={zone}
        />
      </Fragment>
    );
  });
}

/** The line between what will happen and what did. */
function Now({ zone }: { zone: string }) {
  useMinute();
  const there = clockThere(new Date().toISOString(), zone);
  return <p className="now">Now{there && ` · ${there}`}</p>;
}

interface Props {
  /** The lead. */
  id: string;
  /** Only what is of this run. */
  runId?: string;
  /** That of the lead's clock. */
  zone: string;
}

/** What will happen with the lead and what happened, the newest first. */
export function Timeline({ id, runId, zone }: Props) {
  const may = useMay();
  const [shown, setShown] = useState<Shown>('all');
  const types = TYPES_OF[shown];
  const pages = usePages('getLeadHistory', {
    params: { id },
    query: {
      order: 'desc',
      limit: runId ? PAGE_OF_RUN : PAGE,
      ...(types ? { types } : {}),
      ...(runId ? { workflow_run_id: runId } : {}),
    },
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const putAwayBefore = pages.data?.pages[0]?.activities_put_away_before;
  const stretches = pages.data?.pages.map(({ history }) => history);
  const items = stretches?.flat();
  const decisions = useDecisions(id, stretches ?? []);
  const known = { decisions, answers: answersAmong(items ?? []), taken: takenOver(items ?? [], decisions) };
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
          className="filter"
        />
      </header>
      {runId && items && (
        <RunRibbon leadId={id} runId={runId} marks={marksOf(items, decisions, known.taken)} zone={zone} />
      )}
      {(shown === 'all' || shown === 'reached') && may('workflows:read') && <Planned id={id} runId={runId} />}
      <Now zone={zone} />
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!items && !pages.error && <Bones lines={6} />}
      {fitting?.length === 0 && !looksOn && <p className="calm">Nothing yet.</p>}
      <ol aria-label="What happened">
        {stretches?.map((stretch, index) => (
          <Stretch
            key={stretch[0]?.id ?? index}
            items={stretch}
            shown={shown}
            known={known}
            linksRun={runId === undefined}
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
      {items && !hasNextPage && putAwayBefore && (
        <p className="calm">
          Activities from before <When at={putAwayBefore} plain /> were put away. Messages are still here.
        </p>
      )}
    </section>
  );
}
