import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Lead } from '../../schemas/leads/leads.js';
import { Chip } from '../parts/chip.js';
import { nameOf } from '../parts/name-of.js';
import { When } from '../parts/when.js';
import { whoOfCategory } from '../words/states.js';

const ROW_PX = 52;
/** How many rows before the end the next page is asked for. */
const AHEAD = 20;

/** Where a lead stands: with whom, and with which status. */
export function LeadStatus({ run }: { run: Lead['active_workflow_run'] }) {
  if (!run) return <Chip who="off" label="No agent" />;
  if (run.human_takeover) return <Chip who="person" label="Taken over" />;
  return <Chip who={whoOfCategory(run.current_status.category)} label={run.current_status.label} />;
}

function Row({ lead, choice }: { lead: Lead; choice: Choosing | undefined }) {
  const { active_workflow_run: run, tags } = lead;
  return (
    <tr>
      <td>
        <div className="choosable">
          {choice && (
            <input
              type="checkbox"
              aria-label={`Choose ${nameOf(lead)}`}
              checked={choice.isChosen(lead.id)}
              onChange={() => choice.onToggle(lead.id)}
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
      <td className="wide-only">
        <div className="cut">{lead.email ?? lead.phone ?? '–'}</div>
        <div className="faint cut numbers">{lead.email ? lead.phone : ''}</div>
      </td>
      <td>
        <LeadStatus run={run} />
        <div className="faint cut">{run?.workflow.name}</div>
      </td>
      <td className="wide-only">
        <div className="row tags">
          {tags.slice(0, 3).map((tag) => (
            <span key={tag.id} className="tag">
              {tag.name}
            </span>
          ))}
          {tags.length > 3 && <span className="faint">+{tags.length - 3}</span>}
        </div>
      </td>
      <td className="wide-only cut">{lead.source}</td>
      <td className="wide-only faint">
        <When at={lead.created_at} />
      </td>
    </tr>
  );
}

/** How leads are chosen for what is done with many. */
export interface Choosing {
  isChosen: (id: string) => boolean;
  onToggle: (id: string) => void;
}

interface Props {
  /** Undefined: none can be chosen. */
  choice?: Choosing | undefined;
  leads: readonly Lead[];
  hasMore: boolean;
  onEnd: () => void;
}

/** The list as a table of which only what can be seen is drawn. */
export function LeadsTable({ leads, hasMore, onEnd, choice }: Props) {
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
  return (
    <table className="leads card" aria-rowcount={hasMore ? -1 : leads.length + 1}>
      <caption>Leads</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" className="wide-only">
            Contact
          </th>
          <th scope="col">Status</th>
          <th scope="col" className="wide-only">
            Tags
          </th>
          <th scope="col" className="wide-only">
            Source
          </th>
          <th scope="col" className="wide-only">
            Added
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        <tr className="gap" style={{ height: Math.max(0, above) }} />
        {drawn.map(({ index }) => {
          const lead = leads[index];
          return lead && <Row key={lead.id} lead={lead} choice={choice} />;
        })}
        <tr className="gap" style={{ height: Math.max(0, below) }} />
      </tbody>
    </table>
  );
}
