import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Lead } from '../../../schemas/leads/leads.js';
import { Icon } from '../../components/icons.js';
import { nameOf } from '../../components/name-of.js';
import * as words from '../../words/en/leads.js';
import { Cell } from './lead-cells.js';
import { type Column, headOf } from './lead-columns.js';
import type { LeadSearch } from './lead-search.js';

const Peek = lazy(async () => ({ default: (await import('./lead-preview.js')).LeadPreview }));
const ROW_PX = 52;
/** The number of rows before the end at which the next page is loaded. */
const AHEAD = 20;

interface RowProps {
  lead: Lead;
  columns: readonly Column[];
  choice: Selection | undefined;
}

/** A phone has space for one column in addition to the name: the status, else the first. */
const isNear = (name: Column, columns: readonly Column[]) =>
  name === (columns.includes('status') ? 'status' : columns[0]);

function Row({ lead, columns, choice }: RowProps) {
  return (
    <tr data-lead={lead.id}>
      <td>
        <div className="choosable">
          {choice && (
            <input
              type="checkbox"
              aria-label={words.select(nameOf(lead))}
              checked={choice.isChosen(lead.id)}
              onChange={({ nativeEvent }) =>
                choice.onToggle(lead.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          )}
          <div className="grow">
            <Link to="/leads/$id" params={{ id: lead.id }} className="lead-name cut">
              {nameOf(lead)}
            </Link>
            <div className="faint cut">{lead.company}</div>
          </div>
        </div>
      </td>
      {columns.map((name) => (
        <td key={name} className={isNear(name, columns) ? undefined : 'wide-only'}>
          <Cell column={name} lead={lead} />
        </td>
      ))}
    </tr>
  );
}

/** The selection of leads for bulk changes. */
export interface Selection {
  isChosen: (id: string) => boolean;
  /** Together with those up to the one before it, where a range is meant. */
  onToggle: (id: string, isRange: boolean) => void;
  onToggleAll: (isChosen: boolean) => void;
}

type Order = Pick<LeadSearch, 'sort' | 'order'>;

/** The columns that the API sorts by. */
const SORTS: Partial<Record<Column, NonNullable<Order['sort']>>> = { added: 'created_at', changed: 'updated_at' };

interface HeadProps {
  column: Column;
  isNear: boolean;
  order: Order;
  onOrder: (order: Order) => void;
}

/** The head of a column, which sorts by it where that is possible: the latest first, then the earliest. */
function Head({ column, isNear, order, onOrder }: HeadProps) {
  const { sort = 'created_at', order: direction = 'desc' } = order;
  const by = SORTS[column];
  const sorted = by === undefined || by !== sort ? undefined : direction === 'desc' ? 'descending' : 'ascending';
  return (
    <th scope="col" data-column={column} className={isNear ? undefined : 'wide-only'} aria-sort={sorted}>
      {by ? (
        <button
          type="button"
          className="sort-by"
          onClick={() => onOrder({ sort: by, order: sorted === 'descending' ? 'asc' : 'desc' })}
        >
          {headOf(column)}
          {sorted && <Icon name={sorted === 'descending' ? 'arrow-down' : 'arrow-up'} size={14} />}
        </button>
      ) : (
        headOf(column)
      )}
    </th>
  );
}

/** Selects all leads that are loaded, or none. */
function SelectAll({ leads, choice }: { leads: readonly Lead[]; choice: Selection }) {
  const chosen = leads.filter(({ id }) => choice.isChosen(id)).length;
  const isAll = chosen === leads.length;
  return (
    <input
      type="checkbox"
      aria-label={words.selectAllLoadedLeads}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && !isAll;
      }}
      checked={isAll}
      onChange={() => choice.onToggleAll(!isAll)}
    />
  );
}

interface Props {
  /** Undefined: none can be chosen. */
  choice?: Selection | undefined;
  leads: readonly Lead[];
  columns: readonly Column[];
  hasMore: boolean;
  onEnd: () => void;
  order: Order;
  onOrder: (order: Order) => void;
}

/** The list as a table of which only what can be seen is drawn. */
export function LeadsTable({ leads, columns, hasMore, onEnd, choice, order, onOrder }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useWindowVirtualizer({
    count: leads.length,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollMargin: body.current?.offsetTop ?? 0,
  });
  const drawn = rows.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= leads.length - AHEAD) onEnd();
  }, [hasMore, last, leads.length, onEnd]);
  const above = (drawn[0]?.start ?? 0) - rows.options.scrollMargin;
  const below = rows.getTotalSize() - ((drawn.at(-1)?.end ?? 0) - rows.options.scrollMargin);
  const [peeked, setPeeked] = useState<string>();
  const lookAt = (event: KeyboardEvent) => {
    const link = event.target instanceof HTMLAnchorElement ? event.target.closest<HTMLElement>('[data-lead]') : null;
    if (event.key !== ' ' || !link) return;
    event.preventDefault();
    setPeeked(link.dataset.lead);
  };
  const lead = leads.find(({ id }) => id === peeked);
  return (
    <>
      {lead && (
        <Suspense fallback={null}>
          <Peek lead={lead} onClose={() => setPeeked(undefined)} />
        </Suspense>
      )}
      <table className="leads card" aria-rowcount={hasMore ? -1 : leads.length + 1}>
        <caption>{words.leads}</caption>
        <thead>
          <tr>
            <th scope="col">
              <div className="choosable">
                {choice && <SelectAll leads={leads} choice={choice} />}
                {words.nameLabel}
              </div>
            </th>
            {columns.map((name) => (
              <Head key={name} column={name} isNear={isNear(name, columns)} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={lookAt}>
          <tr className="gap" style={{ height: Math.max(0, above) }} />
          {drawn.map(({ index }) => {
            const lead = leads[index];
            return lead && <Row key={lead.id} lead={lead} columns={columns} choice={choice} />;
          })}
          <tr className="gap" style={{ height: Math.max(0, below) }} />
        </tbody>
      </table>
    </>
  );
}
