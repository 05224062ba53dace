import { useNavigate, useParams } from '@tanstack/react-router';
import type { Agent } from '../../schemas/agents/agents.js';
import { AgentState } from '../agents/state.js';
import { useAct } from '../api/act.js';
import type { Input } from '../api/names.js';
import { useMay } from '../api/session.js';
import { copyName } from '../parts/copy-of.js';
import { Bones, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { ReadOnly } from '../parts/read-only.js';
import { SaveState, SaveTrouble } from '../parts/saved.js';
import { Tabs, useTab } from '../parts/tabs.js';
import { AnswersCompared } from './answers-compared.js';
import { Cadence } from './cadence.js';
import { useChecked } from './check.js';
import { AgentControl } from './control.js';
import { Publish } from './publish.js';
import { Results } from './results.js';
import { Answering, Settings } from './settings.js';
import { TryAnswering } from './try-answering.js';
import { definitionOf, useAgent } from './use-agent.js';
import { Versions } from './versions.js';

const TABS = {
  cadence: 'Cadence',
  settings: 'Settings',
  answering: 'Answering',
  results: 'Results',
  versions: 'Versions',
};

/** An agent: its cadence, how it answers, what it was. */
export function AgentPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const may = useMay();
  const tab = useTab(TABS);
  const draft = useAgent(id);
  const { data: checked } = useChecked(draft.value);
  const agent = draft.value;
  const create = useAct('createWorkflow');
  const navigate = useNavigate();
  const copyMine = async (mine: Agent) => {
    const body = { ...definitionOf(mine), name: copyName(mine.name) } as Input<'createWorkflow'>['body'];
    const { workflow } = await create.do({ body });
    await draft.takeTheirs();
    await navigate({ to: '/agents/$id', params: { id: workflow.id } });
  };
  return (
    <Page
      title={agent?.name ?? 'Agent'}
      wide
      actions={
        agent && (
          <>
            <AgentState {...agent} />
            {may('workflows:write') && (
              <>
                <SaveState draft={draft} />
                <Publish agent={agent} draft={draft} checked={checked} />
                <AgentControl agent={agent} draft={draft} />
              </>
            )}
          </>
        )
      }
    >
      <Tabs tabs={TABS} label="Parts of the agent" />
      <SaveTrouble draft={draft} onCopy={copyMine} />
      {create.problem && <ProblemNote problem={create.problem} />}
      <ReadOnly scope="workflows:write" what="this agent" />
      {!agent && !draft.problem && <Bones lines={8} />}
      {agent && tab === 'cadence' && <Cadence agent={agent} draft={draft} checked={checked} />}
      {agent && tab === 'settings' && <Settings agent={agent} draft={draft} checked={checked} />}
      {agent && tab === 'answering' && (
        <div className={may('workflows:write') ? 'editor talks' : undefined}>
          <div className="stack">
            <Answering agent={agent} draft={draft} checked={checked} />
            {may('reports:read') && <AnswersCompared id={id} />}
          </div>
          {may('workflows:write') && <TryAnswering agent={agent} draft={draft} />}
        </div>
      )}
      {agent && tab === 'results' && <Results agent={agent} />}
      {agent && tab === 'versions' && <Versions agent={agent} draft={draft} />}
    </Page>
  );
}
