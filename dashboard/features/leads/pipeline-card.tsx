import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api/operation-types.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { HoldChip } from '../../components/hold-chip.js';
import { Icon } from '../../components/icons.js';
import { nameOf } from '../../components/name-of.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/pipeline.js';
import { moneyOf } from '../../words/reports.js';

export type PipelineEntry = Answer<'listPipelineLeads'>['entries'][number];
export type PipelineStatus = Answer<'getWorkflowPipeline'>['statuses'][number];

interface Props {
  entry: PipelineEntry;
  statusKey: string;
  /** The statuses that the lead can be moved to; empty if it can't be moved. */
  targets: readonly PipelineStatus[];
  onMove: (to: PipelineStatus) => void;
  onDrag: (entry: PipelineEntry | undefined) => void;
}

function Owner({ id }: { id: string }) {
  const { data } = useApiQuery('listUsers');
  const name = data?.users.find((user) => user.id === id)?.name;
  if (!name) return null;
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => [...part][0])
    .join('');
  return (
    <span className="pipeline-owner" role="img" aria-label={words.owner(name)} title={words.owner(name)}>
      {initials}
    </span>
  );
}

/** A lead in a column of the pipeline, which is moved by dragging or with its menu. */
export function PipelineCard({ entry, statusKey, targets, onMove, onDrag }: Props) {
  const { lead, status_entered_at } = entry;
  const name = nameOf(lead);
  const run = lead.active_workflow_run;
  const canMove = targets.length > 0;
  return (
    <article
      className="pipeline-card"
      aria-label={name}
      draggable={canMove}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        // Firefox drags only what has data.
        event.dataTransfer.setData('text/plain', name);
        onDrag(entry);
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <div className="row">
        <Link to="/leads/$id" params={{ id: lead.id }} className="lead-name cut grow" draggable={false}>
          {name}
        </Link>
        {canMove && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size="sm" aria-label={words.move(name)}>
                <Icon name="dots" size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>{words.moveTo}</Menu.Label>
              {targets.map((target) => (
                <Menu.Item key={target.key} disabled={target.key === statusKey} onClick={() => onMove(target)}>
                  {target.label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {lead.company && <div className="faint cut">{lead.company}</div>}
      <div className="row">
        {lead.deal_value !== null && (
          <strong className="numbers">{moneyOf(lead.deal_value, lead.deal_currency ?? '')}</strong>
        )}
        {run?.human_takeover && <HoldChip reason="human_takeover" by={run.paused_by} />}
        <span className="grow" />
        <span className="faint" title={words.inThisStatusSince}>
          <Timestamp at={status_entered_at} />
        </span>
        {lead.owner_id && <Owner id={lead.owner_id} />}
      </div>
    </article>
  );
}
