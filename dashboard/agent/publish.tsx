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
import { ProblemNote } from '../parts/problem-note.js';
import type { Checked } from './check.js';
import { DifferenceList } from './difference-list.js';
import { differencesOf } from './differences.js';
import { type AgentDraft, definitionOf } from './use-agent.js';

/** What would change for leads that come from then on. */
function Changes({ agent }: { agent: Agent }) {
  const asked = useAsk(
    'getWorkflowVersion',
    { params: { id: agent.id, version: String(agent.version) } },
    { when: agent.version > 0 },
  );
  const versions = useAsk('listWorkflowVersions', { params: { id: agent.id }, query: { limit: 50 } });
  if (agent.version === 0) return <p>It is the first version: leads can be enrolled from then on.</p>;
  const open = versions.data?.versions.reduce((sum, { open_runs }) => sum + open_runs, 0) ?? 0;
  return (
    <Asked asked={asked}>
      {({ definition }) => (
        <>
          <DifferenceList differences={differencesOf(definition, definitionOf(agent))} />
          <p className="quiet">{staysOf(open)} Leads that come from then on get the new version.</p>
        </>
      )}
    </Asked>
  );
}

const staysOf = (runs: number) =>
  runs === 0 ? 'No run is open.' : `${runs === 1 ? 'One open run stays' : `${runs} open runs stay`} as they began.`;

/** Publishes exactly the draft that stands here. */
export function Publish({ agent, draft, checked }: { agent: Agent; draft: AgentDraft; checked: Checked | undefined }) {
  const [opened, { open, close }] = useDisclosure();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const publish = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const how = { key: newKey(), ...(draft.tag ? { match: draft.tag } : {}) };
      const { body, tag } = await requestTagged('publishWorkflow', { params: { id: agent.id }, body: {} }, how);
      draft.adopt({ body: body.workflow, tag });
      await tellStale(client, 'publishWorkflow');
      close();
    } catch (thrown) {
      setProblem(asProblem(thrown));
    } finally {
      setBusy(false);
    }
  };
  const errors = checked?.errors ?? [];
  return (
    <>
      <Button onClick={open} disabled={draft.state === 'saving'}>
        Publish
      </Button>
      <Modal opened={opened} onClose={close} title={`Publish version ${agent.version + 1}`} size="lg">
        <div className="stack">
          {opened && <Changes agent={agent} />}
          {errors.length > 0 && (
            <div className="problem" role="alert">
              <div>
                <strong>It can’t be published yet</strong>
                <ul>
                  {errors.map(({ field, message }) => (
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
          {draft.state !== 'saved' && <p className="quiet">What stands here is not saved yet.</p>}
          {problem && <ProblemNote problem={problem} />}
        </div>
        <div className="row modal-buttons">
          <Button variant="default" onClick={close}>
            Not yet
          </Button>
          <Button loading={busy} disabled={draft.state !== 'saved'} onClick={() => void publish()}>
            Publish it
          </Button>
        </div>
      </Modal>
    </>
  );
}
