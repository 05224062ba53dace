import { Button } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import type { HistoryItem } from '../../../schemas/events/history.js';
import { asProblem } from '../../api/problem.js';
import { usePermission } from '../../api/session.js';
import { useApiList } from '../../api/use-api-query.js';
import { Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Select } from '../../components/select.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { useMinute } from '../../components/time/use-minute.js';
import * as words from '../../words/en/lead.js';
import { PlannedSteps } from './planned-steps.js';
import { RunRibbon } from './run-ribbon.js';
import { marksOf } from './run-ribbon-layout.js';
import {
  answersAmong,
  type Decided,
  type EntryKind,
  idleBetween,
  KINDS,
  kindOf,
  TYPES_OF,
  takenOver,
} from './timeline-entries.js';
import { TimelineEntry } from './timeline-entry.js';
import { useDecisions } from './use-decisions.js';
import { clockInOtherZone } from './viewer-time-zone.js';

type Shown = EntryKind | 'all';
const NAMES: Record<Shown, string> = {
  all: words.allActivity,
  reached: words.messagesAndCalls,
  decisions: words.decisions,
  meetings: words.meetings,
  notes: words.notes,
};
const PAGE = 50;
/** A run is shown whole, as far as one answer goes. */
const PAGE_OF_RUN = 200;
/** The number of items of a narrow filter that are loaded automatically. */
const ENOUGH = 10;
interface StretchProps {
  items: readonly HistoryItem[];
  shown: Shown;
  /** The oldest moment that is drawn above. */
  before: string | undefined;
  /** The facts about all items, by ID. */
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
        <TimelineEntry
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
  const there = clockInOtherZone(new Date().toISOString(), zone);
  return (
    <p className="now">
      {words.now}
      {there && ` · ${there}`}
    </p>
  );
}

interface Props {
  /** The lead. */
  id: string;
  /** Only what is of this run. */
  runId?: string;
  /** That of the lead's clock. */
  zone: string;
}

/** The planned steps and the activity of the lead, newest first. */
export function LeadTimeline({ id, runId, zone }: Props) {
  const may = usePermission();
  const [shown, setShown] = useState<Shown>('all');
  const types = TYPES_OF[shown];
  const pages = useApiList('getLeadHistory', {
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
        <h2 id="timeline">{words.timeline}</h2>
        <Select
          size="xs"
          aria-label={words.show}
          data={(['all', ...KINDS] as const).map((value) => ({ value, label: NAMES[value] }))}
          value={shown}
          onChange={(value) => setShown((value ?? 'all') as Shown)}
          className="filter"
        />
      </header>
      {runId && items && (
        <RunRibbon leadId={id} runId={runId} marks={marksOf(items, decisions, known.taken)} zone={zone} />
      )}
      {(shown === 'all' || shown === 'reached') && may('workflows:read') && <PlannedSteps id={id} runId={runId} />}
      <Now zone={zone} />
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!items && !pages.error && <Skeleton lines={6} />}
      {fitting?.length === 0 && !looksOn && <p className="calm">{words.noActivityYet}</p>}
      <ol aria-label={words.activity}>
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
            {words.showEarlier}
          </Button>
        </p>
      )}
      {items && !hasNextPage && putAwayBefore && (
        <p className="calm">
          {words.activityFromBefore}
          <Timestamp at={putAwayBefore} plain />
          {words.wasDeletedByDataRetentionMessages}
        </p>
      )}
    </section>
  );
}
