import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Agent } from '../../schemas/agents/agents.js';
import { newKey, tellStale } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { asProblem, type Problem } from '../api/problem.js';
import { requestTagged } from '../api/request.js';
import { Asked } from '../parts/asked.js';
import { DifferenceList } from '../parts/difference-list.js';
import { ProblemNote } from '../parts/problem-note.js';
import type { Checked } from './check.js';
import { differencesOf } from './differences.js';
import { leadsInWords, MoveLeads, MovingNote, useMoving, usePlan } from './move-leads.js';
import { countsOf, type Moves, standingsOf } from './moves.js';
import { type AgentDraft, definitionOf } from './use-agent.js';

/** What would change for leads that come from then on. */
function Changes({ agent }: { agent: Agent }) {
  const asked = useAsk(
    'getWorkflowVersion',
    { params: { id: agent.id, version: String(agent.version) } },
    { when: agent.version > 0 },
  );
  if (agent.version === 0) return <p>It is the first version: leads can be enrolled from then on.</p>;
  return (
    <Asked asked={asked}>
      {({ definition }) => (
        <>
          <DifferenceList differences={differencesOf(definition, definitionOf(agent))} />
          <p className="quiet">Leads that come from then on get the new version.</p>
        </>
      )}
    </Asked>
  );
}

/** What publishing would refuse, and what looks like a slip. */
const Checks = ({ checked }: { checked: Checked | undefined }) => (
  <>
    {checked !== undefined && checked.errors.length > 0 && (
      <div className="problem" role="alert">
        <div>
          <strong>It can’t be published yet</strong>
          <ul>
            {checked.errors.map(({ field, message }) => (
              <li key={`${field} ${message}`}>{message}</li>
            ))}
          </ul>
        </div>
      </div>
    )}
    {checked?.warnings.map((warning) => (
      <p key={warning} className="note-strip">
        {warning}
      </p>
    ))}
  </>
);

interface Props {
  agent: Agent;
  draft: AgentDraft;
  checked: Checked | undefined;
}

/** Publishes exactly the draft that stands here, then has the chosen leads follow it. */
function Dialog({ agent, draft, checked, onClose }: Props & { onClose: () => void }) {
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const [moves, setMoves] = useState<Moves>({});
  const leading = useMoving(agent.id);
  const client = useQueryClient();
  const { steps } = agent.cadence;
  const plan = usePlan(agent.id, { tag: draft.tag }, moves);
  const standings = standingsOf(plan.data?.open_runs ?? [], steps);
  const { move } = countsOf(standings, moves);
  const publish = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const how = { key: newKey(), ...(draft.tag ? { match: draft.tag } : {}) };
      const { body, tag } = await requestTagged('publishWorkflow', { params: { id: agent.id }, body: {} }, how);
      draft.adopt({ body: body.workflow, tag });
      await tellStale(client, 'publishWorkflow');
      if (move === 0) return onClose();
      void leading.start(body.workflow.version, moves, move);
    } catch (thrown) {
      setProblem(asProblem(thrown));
    } finally {
      setBusy(false);
    }
  };
  if (leading.moving)
    return (
      <div className="stack">
        <MovingNote {...leading} />
        <div className="row modal-buttons">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    );
  return (
    <>
      <div className="stack">
        <Changes agent={agent} />
        {agent.version > 0 && (
          <Asked asked={plan} lines={2}>
            {() => <MoveLeads standings={standings} steps={steps} moves={moves} onMoves={setMoves} />}
          </Asked>
        )}
        <Checks checked={checked} />
        {draft.state !== 'saved' && <p className="quiet">What stands here is not saved yet.</p>}
        {problem && <ProblemNote problem={problem} />}
      </div>
      <div className="row modal-buttons">
        <Button variant="default" onClick={onClose}>
          Not yet
        </Button>
        <Button loading={busy} disabled={draft.state !== 'saved'} onClick={() => void publish()}>
          {move > 0 ? `Publish it and move ${leadsInWords(move)}` : 'Publish it'}
        </Button>
      </div>
    </>
  );
}

/** Asks what publishing would come to, and publishes. */
export function Publish(props: Props) {
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
        Publish
      </Button>
      <Modal opened={opened} onClose={close} title={`Publish version ${version}`} size="lg">
        {opened && <Dialog {...props} onClose={close} />}
      </Modal>
    </>
  );
}
