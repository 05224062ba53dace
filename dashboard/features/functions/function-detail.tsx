import { Button } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  CloudFunction,
  CreateFunctionBody,
  UpdateFunctionBody,
} from '../../../schemas/functions/cloud-functions.js';
import { requestTagged } from '../../api/request.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { type Draft, useDraft } from '../../api/use-draft.js';
import { Chip } from '../../components/chip.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { copyableParts, copyName } from '../../components/copy-resource.js';
import { MoreMenu } from '../../components/more-menu.js';
import { Page, Skeleton } from '../../components/page.js';
import { Tabs } from '../../components/page-tabs.js';
import { ProblemNote } from '../../components/problem-note.js';
import { ReadOnlyNote } from '../../components/read-only-note.js';
import { SaveButton, SaveConflict, SaveState } from '../../components/save-controls.js';
import * as words from '../../words/en/function.js';
import { FunctionEditor } from './function-editor.js';
import { FunctionRuns } from './function-runs.js';
import { FunctionSettings } from './function-settings.js';
import { FunctionVersions } from './function-versions.js';

const TABS = { source: words.source, runs: words.runs, settings: words.settings, versions: words.versions };

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
  const [isConfirming, setIsConfirming] = useState(false);
  const deploy = useApiMutation('deployCloudFunction');
  const navigate = useNavigate();
  const remove = useApiMutation('deleteCloudFunction', async () => {
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
          loading={deploy.isPending}
          onClick={() => void deploy.mutateAsync({ params, body: {} }).then(draft.reloadWithChanges, () => undefined)}
        >
          {words.deploy}
        </Button>
      )}
      <SaveButton draft={draft} />
      <MoreMenu about={words.theFunction} items={[[words.deleteLabel, () => setIsConfirming(true)]]} />
      <ConfirmDialog
        title={words.deleteFunction}
        opened={isConfirming}
        isPending={remove.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => void remove.mutateAsync({ params }).catch(() => setIsConfirming(false))}
      >
        {words.itStopsRunningEverywhereItsPast}
      </ConfirmDialog>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

/** The parts that a copy of a function shares. The schedule stays with the original. */
const PARTS = ['source', 'description', 'timeout_ms', 'allowed_hosts', 'allow_http_writes', 'event'] as const;

/** Keeps a function as another one, which is off: two that do the same would do it twice. */
function useCopy(draft: Draft<CloudFunction>) {
  const create = useApiMutation('createCloudFunction');
  const navigate = useNavigate();
  const copy = async (mine: CloudFunction) => {
    const body = { ...copyableParts(mine, PARTS), name: copyName(mine.name), is_active: false } as CreateFunctionBody;
    const { function: made } = await create.mutateAsync({ body });
    await draft.reloadWithoutChanges();
    await navigate({ to: '/functions/$id', params: { id: made.id } });
  };
  return { copy, problem: create.problem };
}

/** A function: its source with a test run, its runs and its permissions. */
export function FunctionPage() {
  const { id } = useParams({ from: '/shell/functions/$id' });
  const may = usePermission();
  const { tab = 'source' } = useSearch({ from: '/shell/functions/$id' });
  const draft = useFunction(id);
  const fn = draft.value;
  const { copy, problem } = useCopy(draft);
  return (
    <Page
      title={fn?.name ?? words.functionLabel}
      wide
      actions={
        fn && (
          <>
            {fn.is_active ? <Chip who="ok" label={words.active} /> : <Chip who="off" label={words.inactive} />}
            {!fn.deployed_at && <Chip who="decide" label={words.notDeployed} />}
            {may('functions:write') && <Control fn={fn} draft={draft} />}
          </>
        )
      }
    >
      <Tabs tabs={TABS} selected={tab} label={words.functionSections} searchOf={(to) => ({ tab: to })} />
      <SaveConflict draft={draft} onCopy={copy} />
      {problem && <ProblemNote problem={problem} />}
      <ReadOnlyNote scope="functions:write" what={words.thisFunction} />
      {!fn && !draft.problem && <Skeleton lines={8} />}
      {fn && tab === 'source' && <FunctionEditor fn={fn} draft={draft} />}
      {fn && tab === 'runs' && <FunctionRuns fn={fn} />}
      {fn && tab === 'settings' && <FunctionSettings fn={fn} draft={draft} />}
      {fn && tab === 'versions' && <FunctionVersions fn={fn} draft={draft} />}
    </Page>
  );
}
