import type { ReactNode } from 'react';
import type { Lead } from '../../../schemas/leads/leads.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { HoldChip } from '../../components/hold-chip.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/leads.js';
import { contactOf, whatsAppName } from '../../words/leads.js';
import { valueInWords } from '../../words/metadata.js';
import { moneyOf } from '../../words/reports.js';
import { whoOfCategory } from '../../words/states.js';
import { type Column, type ColumnName, isOfAll, keyIn } from './lead-columns.js';

/** The agent and status of a lead. */
export function LeadStatus({ run }: { run: Lead['active_workflow_run'] }) {
  if (!run) return <Chip who="off" label={words.notEnrolled} />;
  if (run.human_takeover) return <HoldChip reason="human_takeover" by={run.paused_by} />;
  return <Chip who={whoOfCategory(run.current_status.category)} label={run.current_status.label} />;
}

function Owner({ id }: { id: string | null }) {
  const { data } = useApiQuery('listUsers', {}, { enabled: id !== null });
  return id === null ? '–' : (data?.users.find((user) => user.id === id)?.name ?? '');
}

const CELLS: Readonly<Record<ColumnName, (lead: Lead) => ReactNode>> = {
  contact: (lead) => (
    <>
      <div className="cut">{contactOf(lead) ?? '–'}</div>
      <div className="faint cut numbers">{lead.email ? (lead.phone ?? whatsAppName(lead)) : ''}</div>
    </>
  ),
  status: ({ active_workflow_run: run }) => (
    <>
      <LeadStatus run={run} />
      <div className="faint cut">{run?.workflow.name}</div>
    </>
  ),
  tags: ({ tags }) => (
    <div className="row tags">
      {tags.slice(0, 2).map((tag) => (
        <span key={tag.id} className="tag" title={tag.name}>
          {tag.name}
        </span>
      ))}
      {tags.length > 2 && <span className="faint">+{tags.length - 2}</span>}
    </div>
  ),
  deal: ({ deal_value, deal_currency }) => (
    <span className="numbers">{deal_value === null ? '–' : moneyOf(deal_value, deal_currency ?? '')}</span>
  ),
  source: ({ source }) => <div className="cut">{source}</div>,
  owner: ({ owner_id }) => (
    <div className="cut">
      <Owner id={owner_id} />
    </div>
  ),
  campaign: ({ campaign }) => <div className="cut">{campaign?.name ?? '–'}</div>,
  country: ({ country }) => country ?? '–',
  added: ({ created_at }) => (
    <span className="faint">
      <Timestamp at={created_at} />
    </span>
  ),
  changed: ({ updated_at }) => (
    <span className="faint">
      <Timestamp at={updated_at} />
    </span>
  ),
};

/** The cell of a column for a lead. */
export const Cell = ({ column, lead }: { column: Column; lead: Lead }) =>
  isOfAll(column) ? CELLS[column](lead) : <div className="cut">{valueInWords(lead.metadata[keyIn(column)])}</div>;
