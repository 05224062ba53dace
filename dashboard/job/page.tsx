import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { CreateJobBody, Job } from '../../schemas/jobs/background-jobs.js';
import { useAct } from '../api/act.js';
import type { Draft } from '../api/draft.js';
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
import { Cycles } from './cycles.js';
import { JobEditor } from './editor.js';
import { useJob } from './use-job.js';

const TABS = { job: 'The job', cycles: 'Cycles' };

type Wish = 'run' | 'delete';

/** Runs a job now, on paper or in earnest; switches it off and on; deletes it. */
function Control({ job, draft }: { job: Job; draft: Draft<Job> }) {
  const may = useMay();
  const navigate = useNavigate();
  const [wish, setWish] = useState<Wish>();
  const run = useAct('runBackgroundJob');
  const update = useAct('updateBackgroundJob');
  const remove = useAct('deleteBackgroundJob', async () => {
    draft.discard();
    await navigate({ to: '/jobs' });
  });
  const params = { id: job.id };
  const start = async (dry_run: boolean) => {
    const { cycle_id } = await run.do({ params, body: { dry_run } });
    await navigate({ to: '/jobs/$id/cycles/$cycle', params: { id: job.id, cycle: cycle_id } });
  };
  const turn = async (is_active: boolean) => {
    await update.do({ params, body: { is_active } });
    await draft.keepMine();
  };
  const act = async () => {
    if (wish === 'run') return start(false);
    await remove.do({ params });
  };
  const quietly = (done: Promise<unknown>) => void done.catch(() => undefined);
  const isStored = draft.state === 'saved';
  const problem = run.problem ?? update.problem ?? remove.problem;
  return (
    <>
      {may('background_jobs:run') && (
        <>
          <Button variant="default" disabled={!isStored} loading={run.busy} onClick={() => quietly(start(true))}>
            Dry run
          </Button>
          {job.is_active && (
            <Button variant="default" disabled={!isStored} onClick={() => setWish('run')}>
              Run now
            </Button>
          )}
        </>
      )}
      {may('background_jobs:write') && (
        <>
          {!job.is_active && (
            <Button variant="default" disabled={!isStored} loading={update.busy} onClick={() => quietly(turn(true))}>
              Switch on
            </Button>
          )}
          <Save draft={draft} />
          <More
            about="the job"
            items={[job.is_active && ['Switch off', () => quietly(turn(false))], ['Delete', () => setWish('delete')]]}
          />
        </>
      )}
      <Confirm
        title={wish === 'delete' ? 'Delete the job' : 'Run now'}
        opened={wish !== undefined}
        busy={run.busy || remove.busy}
        onCancel={() => setWish(undefined)}
        onConfirm={() => quietly(act().finally(() => setWish(undefined)))}
      >
        {wish === 'delete'
          ? 'It runs no more; a cycle that goes on is cancelled.'
          : job.dry_run
            ? 'It only records what it would do: the job says so.'
            : 'It acts on the leads that fit, at once.'}
      </Confirm>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

/** What makes another job like it. */
const PARTS = [
  ...(['description', 'trigger_type', 'cron_expression', 'timezone', 'event', 'scope', 'lead_filters'] as const),
  ...(['workflow_filters', 'max_leads_per_cycle', 'cooldown_minutes', 'dry_run', 'steps'] as const),
] as const;

/** Keeps a job as another one, which is off: two that do the same would do it twice. */
function useCopy(draft: Draft<Job>) {
  const create = useAct('createBackgroundJob');
  const navigate = useNavigate();
  const copy = async (mine: Job) => {
    const body = { ...partsOf(mine, PARTS), name: copyName(mine.name), is_active: false } as CreateJobBody;
    const { data } = await create.do({ body });
    await draft.takeTheirs();
    await navigate({ to: '/jobs/$id', params: { id: data.id } });
  };
  return { copy, problem: create.problem };
}

/** A background job: what it does, and what its cycles did. */
export function JobPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const may = useMay();
  const tab = useTab(TABS);
  const draft = useJob(id);
  const job = draft.value;
  const { copy, problem } = useCopy(draft);
  return (
    <Page
      title={job?.name ?? 'Job'}
      wide
      actions={
        job && (
          <>
            {job.is_active ? <Chip who="ok" label="On" /> : <Chip who="off" label="Off" />}
            {may('background_jobs:write') && <SaveState draft={draft} />}
            <Control job={job} draft={draft} />
          </>
        )
      }
    >
      <Tabs tabs={TABS} label="Parts of the job" />
      <SaveTrouble draft={draft} onCopy={copy} />
      {problem && <ProblemNote problem={problem} />}
      <ReadOnly scope="background_jobs:write" what="this job" />
      {!job && !draft.problem && <Bones lines={8} />}
      {job && tab === 'job' && <JobEditor key={draft.tag} draft={draft} job={job} />}
      {job && tab === 'cycles' && <Cycles id={id} />}
    </Page>
  );
}
