import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { Input } from '../../api/operation-types.js';
import { asProblem } from '../../api/problem.js';
import { useApiList } from '../../api/use-api-query.js';
import { Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/pipeline.js';
import { moneyOf } from '../../words/reports.js';
import { whoOfCategory } from '../../words/states.js';
import { PipelineCard, type PipelineEntry, type PipelineStatus } from './pipeline-card.js';

const CARD_PX = 92;
const PAGE = 50;
/** The number of cards before the end at which the next page is loaded. */
const AHEAD = 10;

/** A lead and its status before a move. */
export interface PipelineDrag {
  entry: PipelineEntry;
  from: string;
}

/** A move that the server hasn't confirmed yet. */
export interface PendingMove extends PipelineDrag {
  to: string;
}

interface Props {
  agentId: string;
  query: object;
  status: PipelineStatus;
  /** The statuses that leads can be moved to; empty if the user may not move them. */
  targets: readonly PipelineStatus[];
  pending: readonly PendingMove[];
  /** The dragged lead and its status. */
  dragged: PipelineDrag | undefined;
  onDrag: (entry: PipelineEntry | undefined) => void;
  onMove: (lead: PipelineDrag, to: PipelineStatus) => void;
}

const totalsOf = ({ deals }: PipelineStatus): string =>
  deals.map(({ currency, value }) => moneyOf(value, currency ?? '')).join(' · ');

/** Returns the leads of a status after the pending moves. */
function withMoves(listed: readonly PipelineEntry[], statusKey: string, pending: readonly PendingMove[]) {
  const moving = new Set(pending.map(({ entry }) => entry.workflow_run_id));
  const arrived = pending.filter(({ to }) => to === statusKey).map(({ entry }) => entry);
  const left = pending.filter(({ from }) => from === statusKey);
  return {
    entries: [...arrived, ...listed.filter(({ workflow_run_id }) => !moving.has(workflow_run_id))],
    moving,
    difference: arrived.length - left.length,
  };
}

const Heading = ({ status, leads }: { status: PipelineStatus; leads: number }) => (
  <header>
    <h2 className="row" title={status.is_removed ? words.removedStatus : undefined}>
      <span
        className="pipeline-dot"
        data-who={whoOfCategory(status.category)}
        style={status.color ? { backgroundColor: status.color } : undefined}
      />
      <span className="cut grow">{status.label}</span>
      <span className="faint numbers">{words.leadCount(leads)}</span>
    </h2>
    <p className="faint numbers pipeline-totals">{totalsOf(status)}</p>
  </header>
);

/** The leads of one status. */
export function PipelineColumn({ agentId, query, status, targets, pending, dragged, onDrag, onMove }: Props) {
  const input = { params: { id: agentId }, query: { ...query, status_key: status.key, limit: PAGE } };
  const pages = useApiList('listPipelineLeads', input as Input<'listPipelineLeads'>);
  const [isOver, setIsOver] = useState(false);
  const listed = pages.data?.pages.flatMap(({ entries }) => entries) ?? [];
  const { entries, moving, difference } = withMoves(listed, status.key, pending);
  const scroller = useRef<HTMLDivElement>(null);
  const cards = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_PX,
    getItemKey: (index) => entries[index]?.workflow_run_id ?? index,
    overscan: 6,
  });
  const drawn = cards.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= entries.length - AHEAD) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, last, entries.length]);
  const accepts = dragged !== undefined && dragged.from !== status.key && targets.includes(status);
  return (
    <section
      className="pipeline-column"
      aria-label={status.label}
      data-over={(accepts && isOver) || undefined}
      onDragOver={(event) => {
        if (!accepts) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setIsOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setIsOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        if (accepts) onMove(dragged, status);
      }}
    >
      <Heading status={status} leads={status.leads + difference} />
      <div ref={scroller} className="pipeline-cards">
        {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
        {!pages.data && !pages.error && <Skeleton lines={3} />}
        {pages.data && entries.length === 0 && <p className="faint">{words.noLeads}</p>}
        <div style={{ height: cards.getTotalSize() }}>
          {drawn.map(({ index, key, start }) => {
            const entry = entries[index];
            return (
              entry && (
                <div
                  key={key}
                  ref={cards.measureElement}
                  data-index={index}
                  className="pipeline-place"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <PipelineCard
                    entry={entry}
                    statusKey={status.key}
                    targets={entry.is_active && !moving.has(entry.workflow_run_id) ? targets : []}
                    onMove={(to) => onMove({ entry, from: status.key }, to)}
                    onDrag={onDrag}
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
    </section>
  );
}
