import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { CloudFunction, CreateFunctionBody, UpdateFunctionBody } from '../../schemas/functions/cloud-functions.js';
import { useAct } from '../api/act.js';
import { type Draft, useDraft } from '../api/draft.js';
import { requestTagged } from '../api/request.js';
import { useMay } from '../api/session.js';
import { Chip } from '../parts/chip.js';
import { Confirm } from '../parts/confirm.js';
import { copyName, partsOf } from '../parts/copy-of.js';
import { More } from '../parts/more.js';
import { Bones, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { ReadOnly } from '../parts/read-only.js';
import { Save, SaveState, SaveTrouble } from '../parts/saved.js';
import { Tabs, useTab } from '../parts/tabs.js';
import { FunctionEditor } from './editor.js';
import { Runs } from './runs.js';
import { FunctionSettings } from './settings.js';
import { FunctionVersions } from './versions.js';

const TABS = { source: 'Source', runs: 'Runs', settings: 'Settings', versions: 'Versions' };

/** Edits a function; each saved source is a version, so it is saved by hand. */
function useFunction(id: string): Draft<CloudFunction> {
  return useDraft<CloudFunction>({
    id,
    operation: 'updateCloudFunction',
    load: async () => {
      const { body, tag } = await requestTagged('getCloudFunction', { params: { id } });
      return { body: body.function, tag };
    },
    send: async (changes, how) => {
      const input = { params: { id }, body: changes as UpdateFunctionBody };
      const { body, tag } = await requestTagged('updateCloudFunction', input, how);
      return { body: body.function, tag };
    },
  });
}

function Control({ fn, draft }: { fn: CloudFunction; draft: Draft<CloudFunction> }) {
  const [sure, setSure] = useState(false);
  const deploy = useAct('deployCloudFunction');
  const navigate = useNavigate();
  const remove = useAct('deleteCloudFunction', async () => {
    draft.discard();
    await navigate({ to: '/functions' });
  });
  const params = { id: fn.id };
  const isStored = draft.state === 'saved';
  const problem = deploy.problem ?? remove.problem;
  return (
    <>
      <SaveState draft={draft} />
      {isStored && !fn.deployed_at && (
        <Button
          variant="default"
          loading={deploy.busy}
          onClick={() => void deploy.do({ params, body: {} }).then(draft.keepMine, () => undefined)}
        >
          Deploy
        </Button>
      )}
      <Save draft={draft} />
      <More about="the function" items={[['Delete', () => setSure(true)]]} />
      <Confirm
        title="Delete the function"
        opened={sure}
        busy={remove.busy}
        onCancel={() => setSure(false)}
        onConfirm={() => void remove.do({ params }).catch(() => setSure(false))}
      >
        Nothing runs it any more; its runs stay on record.
      </Confirm>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

/** What makes another function like it; its schedule stays with the one that has it. */
const PARTS = ['source', 'description', 'timeout_ms', 'allowed_hosts', 'allow_http_writes', 'event'] as const;

/** Keeps a function as another one, which is off: two that do the same would do it twice. */
function useCopy(draft: Draft<CloudFunction>) {
  const create = useAct('createCloudFunction');
  const navigate = useNavigate();
  const copy = async (mine: CloudFunction) => {
    const body = { ...partsOf(mine, PARTS), name: copyName(mine.name), is_active: false } as CreateFunctionBody;
    const { function: made } = await create.do({ body });
    await draft.takeTheirs();
    await navigate({ to: '/functions/$id', params: { id: made.id } });
  };
  return { copy, problem: create.problem };
}

/** A function: its source with a run beside it, its runs, what it may do. */
export function FunctionPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const may = useMay();
  const tab = useTab(TABS);
  const draft = useFunction(id);
  const fn = draft.value;
  const { copy, problem } = useCopy(draft);
  return (
    <Page
      title={fn?.name ?? 'Function'}
      wide
      actions={
        fn && (
          <>
            {fn.is_active ? <Chip who="ok" label="On" /> : <Chip who="off" label="Off" />}
            {!fn.deployed_at && <Chip who="decide" label="Not deployed" />}
            {may('functions:write') && <Control fn={fn} draft={draft} />}
          </>
        )
      }
    >
      <Tabs tabs={TABS} label="Parts of the function" />
      <SaveTrouble draft={draft} onCopy={copy} />
      {problem && <ProblemNote problem={problem} />}
      <ReadOnly scope="functions:write" what="this function" />
      {!fn && !draft.problem && <Bones lines={8} />}
      {fn && tab === 'source' && <FunctionEditor fn={fn} draft={draft} />}
      {fn && tab === 'runs' && <Runs fn={fn} />}
      {fn && tab === 'settings' && <FunctionSettings fn={fn} draft={draft} />}
      {fn && tab === 'versions' && <FunctionVersions fn={fn} draft={draft} />}
    </Page>
  );
}
