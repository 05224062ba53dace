import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Agent } from '../../schemas/agents/agents.js';
import { useAsk, usePages } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { Asked } from '../parts/asked.js';
import { Confirm } from '../parts/confirm.js';
import { DifferenceList } from '../parts/difference-list.js';
import { Listed } from '../parts/listed.js';
import { Empty } from '../parts/page.js';
import { When } from '../parts/when.js';
import { OneField } from '../shape/one.js';
import { changedKeys, differencesOf } from './differences.js';
import { MoveToVersion } from './move-to-version.js';
import { Boxes } from './overview.js';
import { type AgentDraft, type Definition, definitionOf } from './use-agent.js';

const DRAFT = 'draft';

interface SideBySideProps {
  version: number;
  before: Definition;
  other: string;
  after: Definition;
}

/** Two cadences as they are, with what differs marked in both. */
function SideBySide({ version, before, other, after }: SideBySideProps) {
  const changed = changedKeys(before.cadence.steps, after.cadence.steps);
  return (
    <div className="halves">
      <div>
        <h3>In version {version}</h3>
        <Boxes label={`In version ${version}`} steps={before.cadence.steps} changed={changed} />
      </div>
      <div>
        <h3>In {other}</h3>
        <Boxes label={`In ${other}`} steps={after.cadence.steps} changed={changed} />
      </div>
    </div>
  );
}

function Compared({ agent, draft, version }: { agent: Agent; draft: AgentDraft; version: number }) {
  const may = useMay();
  const [against, setAgainst] = useState(DRAFT);
  const [sure, setSure] = useState(false);
  const at = (number: string) => ({ params: { id: agent.id, version: number } });
  const asked = useAsk('getWorkflowVersion', at(String(version)));
  const other = useAsk('getWorkflowVersion', at(against), { when: against !== DRAFT });
  const numbers = Array.from({ length: agent.version }, (_, index) => String(agent.version - index));
  const options = [
    { value: DRAFT, label: 'the draft' },
    ...numbers.map((number) => ({ value: number, label: `version ${number}` })),
  ];
  const second = against === DRAFT ? definitionOf(agent) : other.data?.definition;
  return (
    <section className="card" aria-labelledby="compared">
      <header className="card-head">
        <h2 id="compared">From version {version} to</h2>
        <OneField
          name="against"
          label=""
          options={options}
          value={against}
          onChange={(chosen) => setAgainst(chosen ?? DRAFT)}
          at=""
          required
        />
        {may('automation:write') && asked.data && (
          <MoveToVersion agentId={agent.id} version={version} steps={asked.data.definition.cadence.steps} />
        )}
        {may('workflows:write') && (
          <Button variant="default" onClick={() => setSure(true)}>
            Take it as the draft
          </Button>
        )}
      </header>
      <div className="card-body">
        <Asked asked={asked}>
          {({ definition }) => (
            <>
              {second && <DifferenceList differences={differencesOf(definition, second)} />}
              {second && (
                <details>
                  <summary>Both, side by side</summary>
                  <SideBySide
                    version={version}
                    before={definition}
                    other={against === DRAFT ? 'the draft' : `version ${against}`}
                    after={second}
                  />
                </details>
              )}
              <Confirm
                title="Take it as the draft"
                opened={sure}
                onCancel={() => setSure(false)}
                onConfirm={() => {
                  draft.change(definition);
                  setSure(false);
                }}
              >
                The draft becomes what version {version} is. What only stands in the draft is gone; published versions
                stay.
              </Confirm>
            </>
          )}
        </Asked>
      </div>
    </section>
  );
}

/** What was published, how many runs are pinned to it, and what differs. */
export function Versions({ agent, draft }: { agent: Agent; draft: AgentDraft }) {
  const [shown, setShown] = useState(agent.version);
  const pages = usePages('listWorkflowVersions', { params: { id: agent.id }, query: { limit: 50 } });
  return (
    <div className="stack">
      <Listed
        pages={pages}
        rows={(page) => page.versions.map((version) => ({ ...version, id: String(version.version) }))}
        label="Versions"
        empty={
          <Empty title="Nothing published yet">
            <p>Publish the draft, and leads can be enrolled.</p>
          </Empty>
        }
      >
        {({ version, published_at, open_runs }) => (
          <div className="line key">
            <span className="grow">
              <strong>Version {version}</strong>{' '}
              <span className="faint">
                <When at={published_at} plain />
              </span>
            </span>
            <span className="quiet numbers">
              {open_runs} open {open_runs === 1 ? 'run' : 'runs'}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-pressed={shown === version}
              onClick={() => setShown(version)}
            >
              Compare
            </Button>
          </div>
        )}
      </Listed>
      {agent.version > 0 && <Compared key={shown} agent={agent} draft={draft} version={shown || agent.version} />}
    </div>
  );
}
