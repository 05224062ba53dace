import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Input } from '../../api/operation-types.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { nameOf } from '../../components/name-of.js';
import { Empty, Page } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { offerUndo } from '../../components/undo-toast.js';
import * as words from '../../words/en/pipeline.js';
import { LeadFilters } from './lead-filters.js';
import { plainFiltersOf } from './lead-query.js';
import type { LeadSearch } from './lead-search.js';
import { LeadViewSwitch } from './lead-view-switch.js';
import type { PipelineStatus } from './pipeline-card.js';
import { type PendingMove, PipelineColumn, type PipelineDrag } from './pipeline-column.js';
import { SavedViewMenu } from './saved-view-menu.js';

interface BoardProps {
  agent: { id: string; name: string };
  statuses: readonly PipelineStatus[];
  query: object;
}

/** The statuses of an agent as columns, between which leads are moved. */
function Board({ agent, statuses, query }: BoardProps) {
  const set = useApiMutation('setLeadStatus');
  const canMove = usePermission()('automation:write');
  const [dragged, setDragged] = useState<PipelineDrag>();
  const [pending, setPending] = useState<readonly PendingMove[]>([]);
  /** A move into a status that ends the run, which has to be confirmed. */
  const [ending, setEnding] = useState<PipelineDrag & { to: PipelineStatus }>();
  const targets = canMove ? statuses.filter(({ is_removed }) => !is_removed) : [];

  const send = (leadId: string, status_key: string) =>
    set.mutateAsync({ params: { id: leadId }, body: { status_key, workflow_id: agent.id } });
  const move = async ({ entry, from }: PipelineDrag, to: PipelineStatus) => {
    const moved: PendingMove = { entry, from, to: to.key };
    setPending((others) => [...others, moved]);
    try {
      const { note } = await send(entry.lead.id, to.key);
      const isKnown = statuses.some(({ key, is_removed }) => key === from && !is_removed);
      const undo = !to.is_terminal && isKnown ? () => send(entry.lead.id, from) : undefined;
      offerUndo([words.moved(nameOf(entry.lead), to.label), note].filter(Boolean).join(' '), undo);
    } catch {
      // The card returns to its status, and the problem is shown above the board.
    } finally {
      setPending((others) => others.filter((other) => other !== moved));
    }
  };
  const onMove = (lead: PipelineDrag, to: PipelineStatus) => {
    setDragged(undefined);
    if (to.is_terminal) setEnding({ ...lead, to });
    else void move(lead, to);
  };
  return (
    <>
      {set.problem && <ProblemNote problem={set.problem} />}
      <div className="pipeline">
        {statuses.map((status) => (
          <PipelineColumn
            key={status.key}
            agentId={agent.id}
            query={query}
            status={status}
            targets={targets}
            pending={pending}
            dragged={dragged}
            onDrag={(entry) => setDragged(entry && { entry, from: status.key })}
            onMove={onMove}
          />
        ))}
      </div>
      {ending && (
        <ConfirmDialog
          title={words.moveToStatus(ending.to.label)}
          opened
          onCancel={() => setEnding(undefined)}
          onConfirm={() => {
            setEnding(undefined);
            void move(ending, ending.to);
          }}
        >
          {words.endsTheRun(nameOf(ending.entry.lead), agent.name)}
        </ConfirmDialog>
      )}
    </>
  );
}

function AgentPipeline({ agent, search }: { agent: BoardProps['agent']; search: LeadSearch }) {
  const { workflow_id: _agent, ...query } = plainFiltersOf(search);
  const input = { params: { id: agent.id }, query } as Input<'getWorkflowPipeline'>;
  const pipeline = useApiQuery('getWorkflowPipeline', input);
  return (
    <QueryBoundary query={pipeline}>
      {({ statuses }) => <Board key={agent.id} agent={agent} statuses={statuses} query={query} />}
    </QueryBoundary>
  );
}

/** The leads of an agent by status. */
export function PipelinePage() {
  const search = useSearch({ from: '/shell/leads/pipeline' });
  const navigate = useNavigate();
  const agents = useApiQuery('listWorkflows', { query: { is_active: 'all', limit: 200 } });
  const open = (to: LeadSearch) => void navigate({ to: '/leads/pipeline', search: to, replace: true });
  const change = (changed: LeadSearch) => open({ ...search, ...changed });
  return (
    <Page title={words.pipeline} wide actions={<LeadViewSwitch search={search} />}>
      <QueryBoundary query={agents}>
        {({ workflows }) => {
          const agent = workflows.find(({ id }) => id === search.workflow_id) ?? workflows[0];
          if (!agent) {
            return (
              <Empty title={words.noAgentsYet}>
                <p>{words.aPipelineShowsTheLeadsOfAn}</p>
                <p>
                  <Link to="/agents">{words.goToAgents}</Link>
                </p>
              </Empty>
            );
          }
          return (
            <>
              <SavedViewMenu page="/leads/pipeline" search={search} onOpen={open} />
              <LeadFilters search={{ ...search, workflow_id: agent.id }} onChange={change} isPipeline />
              <AgentPipeline agent={agent} search={search} />
            </>
          );
        }}
      </QueryBoundary>
    </Page>
  );
}
