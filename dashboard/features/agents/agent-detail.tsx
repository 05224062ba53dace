import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Agent } from '../../../schemas/agents/agents.js';
import type { Input } from '../../api/operation-types.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { copyName } from '../../components/copy-resource.js';
import { Page, Skeleton } from '../../components/page.js';
import { Tabs } from '../../components/page-tabs.js';
import { ProblemNote } from '../../components/problem-note.js';
import { ReadOnlyNote } from '../../components/read-only-note.js';
import { SaveConflict, SaveState } from '../../components/save-controls.js';
import * as words from '../../words/en/agent.js';
import { AgentControl } from './agent-control.js';
import { AgentSettings, AnsweringSettings } from './agent-settings.js';
import { AgentState } from './agent-state.js';
import { AnswerResults } from './answer-results.js';
import { CadenceEditor } from './cadence-editor.js';
import { PublishAgent } from './publish-agent.js';
import { definitionOf, useAgent } from './use-agent.js';
import { usePublishCheck } from './use-publish-check.js';

// What few visits of the page show is loaded when it is shown.
const AgentResults = lazy(async () => ({ default: (await import('./agent-results.js')).AgentResults }));
const AgentVersions = lazy(async () => ({ default: (await import('./agent-versions.js')).AgentVersions }));
const TestChat = lazy(async () => ({ default: (await import('./test-chat.js')).TestChat }));

const TABS = {
  cadence: words.cadence,
  settings: words.settings,
  answering: words.answering,
  results: words.results,
  versions: words.versions2,
};

/** An agent: its cadence, how it answers, what it was. */
export function AgentPage() {
  const { id } = useParams({ from: '/shell/agents/$id' });
  const may = usePermission();
  const { tab = 'cadence' } = useSearch({ from: '/shell/agents/$id' });
  const draft = useAgent(id);
  const { data: checked } = usePublishCheck(draft.value);
  const agent = draft.value;
  const create = useApiMutation('createWorkflow');
  const navigate = useNavigate();
  const copyChanges = async (changed: Agent) => {
    const body = { ...definitionOf(changed), name: copyName(changed.name) } as Input<'createWorkflow'>['body'];
    const { workflow } = await create.mutateAsync({ body });
    await draft.reloadWithoutChanges();
    await navigate({ to: '/agents/$id', params: { id: workflow.id } });
  };
  return (
    <Page
      title={agent?.name ?? words.agent}
      wide
      actions={
        agent && (
          <>
            <AgentState {...agent} />
            {may('workflows:write') && (
              <>
                <SaveState draft={draft} />
                <PublishAgent agent={agent} draft={draft} checked={checked} />
                <AgentControl agent={agent} draft={draft} />
              </>
            )}
          </>
        )
      }
    >
      <Tabs tabs={TABS} selected={tab} label={words.agentSections} searchOf={(to) => ({ tab: to })} />
      <SaveConflict draft={draft} onCopy={copyChanges} />
      {create.problem && <ProblemNote problem={create.problem} />}
      <ReadOnlyNote scope="workflows:write" what={words.thisAgent} />
      {!agent && !draft.problem && <Skeleton lines={8} />}
      {agent && tab === 'cadence' && <CadenceEditor agent={agent} draft={draft} checked={checked} />}
      {agent && tab === 'settings' && <AgentSettings agent={agent} draft={draft} checked={checked} />}
      {agent && tab === 'answering' && (
        <div className={may('workflows:write') ? 'editor talks' : undefined}>
          <div className="stack">
            <AnsweringSettings agent={agent} draft={draft} checked={checked} />
            {may('reports:read') && <AnswerResults id={id} />}
          </div>
          {may('workflows:write') && (
            <Suspense fallback={<Skeleton lines={4} />}>
              <TestChat agent={agent} draft={draft} />
            </Suspense>
          )}
        </div>
      )}
      <Suspense fallback={<Skeleton lines={8} />}>
        {agent && tab === 'results' && <AgentResults agent={agent} />}
        {agent && tab === 'versions' && <AgentVersions agent={agent} draft={draft} />}
      </Suspense>
    </Page>
  );
}
