import { Button } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { CreateJobBody, Job } from '../../../schemas/jobs/background-jobs.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import type { Draft } from '../../api/use-draft.js';
import { Chip } from '../../components/chip.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { copyableParts, copyName } from '../../components/copy-resource.js';
import { MoreMenu } from '../../components/more-menu.js';
import { Page, Skeleton } from '../../components/page.js';
import { Tabs } from '../../components/page-tabs.js';
import { ProblemNote } from '../../components/problem-note.js';
import { ReadOnlyNote } from '../../components/read-only-note.js';
import { SaveButton, SaveConflict, SaveState } from '../../components/save-controls.js';
import * as words from '../../words/en/job.js';
import { CycleList } from './cycle-list.js';
import { JobEditor } from './job-editor.js';
import { useJob } from './use-job.js';

const TABS = { job: words.job, cycles: words.cycles };

type Wish = 'run' | 'delete';

/** Runs a job now, on paper or in earnest; switches it off and on; deletes it. */
function Control({ job, draft }: { job: Job; draft: Draft<Job> }) {
  const may = usePermission();
  const navigate = useNavigate();
  const [wish, setWish] = useState<Wish>();
  const run = useApiMutation('runBackgroundJob');
  const update = useApiMutation('updateBackgroundJob');
  const remove = useApiMutation('deleteBackgroundJob', async () => {
    draft.discard();
    await navigate({ to: '/jobs' });
  });
  const params = { id: job.id };
  const start = async (dry_run: boolean) => {
    const { cycle_id } = await run.mutateAsync({ params, body: { dry_run } });
    await navigate({ to: '/jobs/$id/cycles/$cycle', params: { id: job.id, cycle: cycle_id } });
  };
  const turn = async (is_active: boolean) => {
    await update.mutateAsync({ params, body: { is_active } });
    await draft.reloadWithChanges();
  };
  const act = async () => {
    if (wish === 'run') return start(false);
    await remove.mutateAsync({ params });
  };
  const quietly = (done: Promise<unknown>) => void done.catch(() => undefined);
  const isStored = draft.state === 'saved';
  const problem = run.problem ?? update.problem ?? remove.problem;
  return (
    <>
      {may('background_jobs:run') && (
        <>
          <Button variant="default" disabled={!isStored} loading={run.isPending} onClick={() => quietly(start(true))}>
            {words.dryRun}
          </Button>
          {job.is_active && (
            <Button variant="default" disabled={!isStored} onClick={() => setWish('run')}>
              {words.runNow}
            </Button>
          )}
        </>
      )}
      {may('background_jobs:write') && (
        <>
          {!job.is_active && (
            <Button
              variant="default"
              disabled={!isStored}
              loading={update.isPending}
              onClick={() => quietly(turn(true))}
            >
              {words.activate}
            </Button>
          )}
          <SaveButton draft={draft} />
          <MoreMenu
            about={words.theJob}
            items={[
              job.is_active && [words.deactivate, () => quietly(turn(false))],
              [words.deleteLabel, () => setWish('delete')],
            ]}
          />
        </>
      )}
      <ConfirmDialog
        title={wish === 'delete' ? words.deleteJob : words.runNow}
        opened={wish !== undefined}
        isPending={run.isPending || remove.isPending}
        onCancel={() => setWish(undefined)}
        onConfirm={() => quietly(act().finally(() => setWish(undefined)))}
      >
        {wish === 'delete'
          ? words.itStopsRunningAndACycle
          : job.dry_run
            ? words.theJobIsInDryRun
            : words.itActsOnAllMatchingLeads}
      </ConfirmDialog>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

/** The parts that a copy of a job shares. */
const PARTS = [
  ...(['description', 'trigger_type', 'cron_expression', 'timezone', 'event', 'scope', 'lead_filters'] as const),
  ...(['workflow_filters', 'max_leads_per_cycle', 'cooldown_minutes', 'dry_run', 'steps'] as const),
] as const;

/** Keeps a job as another one, which is off: two that do the same would do it twice. */
function useCopy(draft: Draft<Job>) {
  const create = useApiMutation('createBackgroundJob');
  const navigate = useNavigate();
  const copy = async (mine: Job) => {
    const body = { ...copyableParts(mine, PARTS), name: copyName(mine.name), is_active: false } as CreateJobBody;
    const { data } = await create.mutateAsync({ body });
    await draft.reloadWithoutChanges();
    await navigate({ to: '/jobs/$id', params: { id: data.id } });
  };
  return { copy, problem: create.problem };
}

/** A background job: what it does, and what its cycles did. */
export function JobPage() {
  const { id } = useParams({ from: '/shell/jobs/$id' });
  const may = usePermission();
  const { tab = 'job' } = useSearch({ from: '/shell/jobs/$id' });
  const draft = useJob(id);
  const job = draft.value;
  const { copy, problem } = useCopy(draft);
  return (
    <Page
      title={job?.name ?? words.job}
      wide
      actions={
        job && (
          <>
            {job.is_active ? <Chip who="ok" label={words.active} /> : <Chip who="off" label={words.inactive} />}
            {may('background_jobs:write') && <SaveState draft={draft} />}
            <Control job={job} draft={draft} />
          </>
        )
      }
    >
      <Tabs tabs={TABS} selected={tab} label={words.jobSections} searchOf={(to) => ({ tab: to })} />
      <SaveConflict draft={draft} onCopy={copy} />
      {problem && <ProblemNote problem={problem} />}
      <ReadOnlyNote scope="background_jobs:write" what={words.thisJob} />
      {!job && !draft.problem && <Skeleton lines={8} />}
      {job && tab === 'job' && <JobEditor key={draft.tag} draft={draft} job={job} />}
      {job && tab === 'cycles' && <CycleList id={id} />}
    </Page>
  );
}
