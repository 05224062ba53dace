import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Agent } from '../../../schemas/agents/agents.js';
import { usePermission } from '../../api/session.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { DifferenceList } from '../../components/difference-list.js';
import { Empty } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { EnumField } from '../../forms/enum-field.js';
import * as words from '../../words/en/agent.js';
import { Boxes } from './cadence-overview.js';
import { changedKeys, differencesOf } from './definition-differences.js';
import { MoveToVersion } from './move-to-version.js';
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
        <h3>{words.version2(version)}</h3>
        <Boxes label={words.version2(version)} steps={before.cadence.steps} changed={changed} />
      </div>
      <div>
        <h3>{other}</h3>
        <Boxes label={other} steps={after.cadence.steps} changed={changed} />
      </div>
    </div>
  );
}

function Compared({ agent, draft, version }: { agent: Agent; draft: AgentDraft; version: number }) {
  const may = usePermission();
  const [against, setAgainst] = useState(DRAFT);
  const [isConfirming, setIsConfirming] = useState(false);
  const at = (number: string) => ({ params: { id: agent.id, version: number } });
  const versionQuery = useApiQuery('getWorkflowVersion', at(String(version)));
  const other = useApiQuery('getWorkflowVersion', at(against), { enabled: against !== DRAFT });
  const numbers = Array.from({ length: agent.version }, (_, index) => String(agent.version - index));
  const options = [
    { value: DRAFT, label: words.draft },
    ...numbers.map((number) => ({ value: number, label: words.version2(number) })),
  ];
  const second = against === DRAFT ? definitionOf(agent) : other.data?.definition;
  return (
    <section className="card" aria-labelledby="compared">
      <header className="card-head">
        <h2 id="compared">{words.compareVersionWith(version)}</h2>
        <EnumField
          name="against"
          label=""
          options={options}
          value={against}
          onChange={(chosen) => setAgainst(chosen ?? DRAFT)}
          at=""
          required
        />
        {may('automation:write') && versionQuery.data && (
          <MoveToVersion agentId={agent.id} version={version} steps={versionQuery.data.definition.cadence.steps} />
        )}
        {may('workflows:write') && (
          <Button variant="default" onClick={() => setIsConfirming(true)}>
            {words.restoreAsDraft}
          </Button>
        )}
      </header>
      <div className="card-body">
        <QueryBoundary query={versionQuery}>
          {({ definition }) => (
            <>
              {second && <DifferenceList differences={differencesOf(definition, second)} />}
              {second && (
                <details>
                  <summary>{words.showSideBySide}</summary>
                  <SideBySide
                    version={version}
                    before={definition}
                    other={against === DRAFT ? words.draft : words.version2(against)}
                    after={second}
                  />
                </details>
              )}
              <ConfirmDialog
                title={words.restoreAsDraft}
                opened={isConfirming}
                onCancel={() => setIsConfirming(false)}
                onConfirm={() => {
                  draft.change(definition);
                  setIsConfirming(false);
                }}
              >
                {words.versionReplacesTheDraftUnpublished(version)}
              </ConfirmDialog>
            </>
          )}
        </QueryBoundary>
      </div>
    </section>
  );
}

/** The published versions, the number of runs on each, and their differences. */
export function AgentVersions({ agent, draft }: { agent: Agent; draft: AgentDraft }) {
  const [shown, setShown] = useState(agent.version);
  const pages = useApiList('listWorkflowVersions', { params: { id: agent.id }, query: { limit: 50 } });
  return (
    <div className="stack">
      <PagedList
        pages={pages}
        rows={(page) => page.versions.map((version) => ({ ...version, id: String(version.version) }))}
        label={words.versions2}
        empty={
          <Empty title={words.noPublishedVersionsYet}>
            <p>{words.publishTheDraftToStartEnrolling}</p>
          </Empty>
        }
      >
        {({ version, published_at, open_runs }) => (
          <div className="line key">
            <span className="grow">
              <strong>{words.version2(version)}</strong>{' '}
              <span className="faint">
                <Timestamp at={published_at} plain />
              </span>
            </span>
            <span className="quiet numbers">{words.openRun(open_runs)}</span>
            <Button
              variant="default"
              size="compact-sm"
              aria-pressed={shown === version}
              onClick={() => setShown(version)}
            >
              {words.compare}
            </Button>
          </div>
        )}
      </PagedList>
      {agent.version > 0 && <Compared key={shown} agent={agent} draft={draft} version={shown || agent.version} />}
    </div>
  );
}
