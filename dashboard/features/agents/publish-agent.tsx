import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Agent } from '../../../schemas/agents/agents.js';
import { asProblem, type Problem } from '../../api/problem.js';
import { requestTagged } from '../../api/request.js';
import { invalidateStaleQueries, newIdempotencyKey } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { DifferenceList } from '../../components/difference-list.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/agent.js';
import { translated } from '../../words/sentences.js';
import { differencesOf } from './definition-differences.js';
import { countsOf, leadsByStep, type Moves } from './lead-moves.js';
import { MoveLeads, MoveProgress, useMoveLeads, useMovePlan } from './move-leads.js';
import { type AgentDraft, definitionOf } from './use-agent.js';
import type { PublishCheck } from './use-publish-check.js';

/** The changes for new leads. */
function Changes({ agent }: { agent: Agent }) {
  const versionQuery = useApiQuery(
    'getWorkflowVersion',
    { params: { id: agent.id, version: String(agent.version) } },
    { enabled: agent.version > 0 },
  );
  if (agent.version === 0) return <p>{words.thisIsTheFirstVersionAfter}</p>;
  return (
    <QueryBoundary query={versionQuery}>
      {({ definition }) => (
        <>
          <DifferenceList differences={differencesOf(definition, definitionOf(agent))} />
          <p className="quiet">{words.leadsEnrolledAfterPublishingGetThe}</p>
        </>
      )}
    </QueryBoundary>
  );
}

/** The errors that prevent publishing, and the warnings. */
const Checks = ({ checked }: { checked: PublishCheck | undefined }) => (
  <>
    {checked !== undefined && checked.errors.length > 0 && (
      <div className="problem" role="alert">
        <div>
          <strong>{words.theDraftCantBePublishedYet}</strong>
          <ul>
            {checked.errors.map(({ field, message }) => (
              <li key={`${field} ${message}`}>{translated(message)}</li>
            ))}
          </ul>
        </div>
      </div>
    )}
    {checked?.warnings.map((warning) => (
      <p key={warning} className="note-strip">
        {translated(warning)}
      </p>
    ))}
  </>
);

interface Props {
  agent: Agent;
  draft: AgentDraft;
  checked: PublishCheck | undefined;
}

/** Publishes exactly the draft on the page, then migrates the selected leads. */
function Dialog({ agent, draft, checked, onClose }: Props & { onClose: () => void }) {
  const [problem, setProblem] = useState<Problem>();
  const [isPending, setIsPending] = useState(false);
  const [moves, setMoves] = useState<Moves>({});
  const leading = useMoveLeads(agent.id);
  const client = useQueryClient();
  const { steps } = agent.cadence;
  const plan = useMovePlan(agent.id, { tag: draft.tag }, moves);
  const standings = leadsByStep(plan.data?.open_runs ?? [], steps);
  const { move } = countsOf(standings, moves);
  const publish = async () => {
    setIsPending(true);
    setProblem(undefined);
    try {
      const how = { key: newIdempotencyKey(), ...(draft.tag ? { match: draft.tag } : {}) };
      const { body, tag } = await requestTagged('publishWorkflow', { params: { id: agent.id }, body: {} }, how);
      draft.adopt({ body: body.workflow, tag });
      await invalidateStaleQueries(client, 'publishWorkflow');
      if (move === 0) return onClose();
      void leading.start(body.workflow.version, moves, move);
    } catch (thrown) {
      setProblem(asProblem(thrown));
    } finally {
      setIsPending(false);
    }
  };
  if (leading.moving)
    return (
      <div className="stack">
        <MoveProgress {...leading} />
        <div className="row modal-buttons">
          <Button onClick={onClose}>{words.closeLabel}</Button>
        </div>
      </div>
    );
  return (
    <>
      <div className="stack">
        <Changes agent={agent} />
        {agent.version > 0 && (
          <QueryBoundary query={plan} lines={2}>
            {() => <MoveLeads standings={standings} steps={steps} moves={moves} onMoves={setMoves} />}
          </QueryBoundary>
        )}
        <Checks checked={checked} />
        {draft.state !== 'saved' && <p className="quiet">{words.yourLatestChangesArentSavedYet}</p>}
        {problem && <ProblemNote problem={problem} />}
      </div>
      <div className="row modal-buttons">
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button loading={isPending} disabled={draft.state !== 'saved'} onClick={() => void publish()}>
          {move > 0 ? words.publishAndMoveLead(move) : words.publish}
        </Button>
      </div>
    </>
  );
}

/** Queries what publishing would come to, and publishes. */
export function PublishAgent(props: Props) {
  const [opened, { open, close }] = useDisclosure();
  // The number that it gets, also while leads are led to it.
  const [version, setVersion] = useState(0);
  return (
    <>
      <Button
        onClick={() => {
          setVersion(props.agent.version + 1);
          open();
        }}
        disabled={props.draft.state === 'saving'}
      >
        {words.publish}
      </Button>
      <Modal opened={opened} onClose={close} title={words.publishVersion(version)} size="lg">
        {opened && <Dialog {...props} onClose={close} />}
      </Modal>
    </>
  );
}
