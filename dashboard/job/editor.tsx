import type { Job } from '../../schemas/jobs/background-jobs.js';
import type { Draft } from '../api/draft.js';
import { useMay } from '../api/session.js';
import { HowOften, isNamed } from '../jobs/how-often.js';
import { Select } from '../parts/select.js';
import { TemporalLink } from '../parts/temporal-link.js';
import { FormFactsContext, useFormFacts } from '../shape/context.js';
import { Fields } from '../shape/field.js';
import { objectShape } from '../shape/resolve.js';
import type { Plain } from '../shape/shape.js';
import { NextRuns } from './next-runs.js';
import { Preview } from './preview.js';
import { JobSteps } from './steps.js';

const FIRES = [
  { value: 'cron', label: 'By the clock' },
  { value: 'event', label: 'When something happens' },
  { value: 'api', label: 'Only by hand or by the API' },
];

interface PartProps {
  job: Job;
  change: (changes: Partial<Job>) => void;
}

/** Some fields of a job; what is emptied is told as such. */
function JobFields({ job, change, only }: PartProps & { only: readonly string[] }) {
  return (
    <Fields
      shape={objectShape('Job')}
      value={job as unknown as Plain}
      onChange={(value) => change(Object.fromEntries(only.map((key) => [key, value[key] ?? null])) as Partial<Job>)}
      at=""
      only={only}
    />
  );
}

function Fires({ job, change }: PartProps) {
  const { readOnly } = useFormFacts();
  return (
    <>
      <Select
        label="It runs"
        data={FIRES}
        value={job.trigger_type}
        readOnly={readOnly}
        onChange={(type) =>
          change({
            trigger_type: (type ?? 'api') as Job['trigger_type'],
            ...(type === 'cron'
              ? { cron_expression: job.cron_expression ?? '0 9 * * 1-5' }
              : { cron_expression: null }),
            event: type === 'event' ? (job.event ?? { kinds: ['message.received'] }) : null,
          })
        }
      />
      {job.trigger_type === 'cron' && (
        <>
          <HowOften
            value={job.cron_expression}
            readOnly={readOnly}
            onChange={(cron_expression) => change({ cron_expression })}
          />
          <JobFields
            job={job}
            change={change}
            only={isNamed(job.cron_expression) ? ['timezone'] : ['cron_expression', 'timezone']}
          />
          <NextRuns job={job} />
          {job.is_active && <TemporalLink of={{ job: job.id }} label="Its schedule in Temporal" />}
        </>
      )}
      {job.trigger_type === 'event' && <JobFields job={job} change={change} only={['event']} />}
    </>
  );
}

/** A job as sentences, and beside it what it would do now. */
export function JobEditor({ draft, job }: { draft: Draft<Job>; job: Job }) {
  const may = useMay();
  const { problem, change } = draft;
  const problems = problem?.field ? [{ field: problem.field, message: problem.message }] : [];
  return (
    <FormFactsContext value={{ problems, choices: {}, readOnly: !may('background_jobs:write') }}>
      <div className="editor">
        <div className="stack">
          <section className="card card-body form padded" aria-label="What it is">
            <JobFields job={job} change={change} only={['name', 'description']} />
          </section>
          <section className="card" aria-label="When it runs">
            <header className="card-head">
              <h2>When</h2>
            </header>
            <div className="card-body form">
              <Fires job={job} change={change} />
            </div>
          </section>
          <section className="card" aria-label="For whom">
            <header className="card-head">
              <h2>For whom</h2>
            </header>
            <div className="card-body form">
              <JobFields job={job} change={change} only={['lead_filters', 'max_leads_per_cycle', 'cooldown_minutes']} />
              <details open={job.workflow_filters !== null}>
                <summary>More</summary>
                <div className="form">
                  <JobFields job={job} change={change} only={['workflow_filters', 'scope']} />
                </div>
              </details>
            </div>
          </section>
          <section className="card" aria-label="What it does">
            <header className="card-head">
              <h2>What it does</h2>
            </header>
            <div className="card-body form">
              <JobSteps steps={job.steps} onChange={(steps) => change({ steps })} />
              <JobFields job={job} change={change} only={['dry_run']} />
            </div>
          </section>
        </div>
        <Preview job={job} />
      </div>
    </FormFactsContext>
  );
}
