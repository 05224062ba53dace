import type { Job } from '../../../schemas/jobs/background-jobs.js';
import { usePermission } from '../../api/session.js';
import type { Draft } from '../../api/use-draft.js';
import { isNamed, ScheduleSelect } from '../../components/schedule/schedule-select.js';
import { Select } from '../../components/select.js';
import { TemporalLink } from '../../components/temporal-link.js';
import { FormFactsContext, useFormFacts } from '../../forms/form-context.js';
import { objectShape } from '../../forms/resolve-shape.js';
import { Fields } from '../../forms/schema-field.js';
import type { Plain } from '../../forms/shape.js';
import * as words from '../../words/en/job.js';
import { JobPreview } from './job-preview.js';
import { JobSteps } from './job-steps.js';
import { NextRuns } from './next-runs.js';

const FIRES = [
  { value: 'cron', label: words.onASchedule },
  { value: 'event', label: words.onAnEvent },
  { value: 'api', label: words.manuallyOrThroughTheApi },
];

interface PartProps {
  job: Job;
  change: (changes: Partial<Job>) => void;
}

/** Some fields of a job. Emptied fields are sent as null. */
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
        label={words.runs}
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
          <ScheduleSelect
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
          {job.is_active && <TemporalLink of={{ job: job.id }} label={words.scheduleInTemporal} />}
        </>
      )}
      {job.trigger_type === 'event' && <JobFields job={job} change={change} only={['event']} />}
    </>
  );
}

/** A job as sentences, with a preview of its next cycle. */
export function JobEditor({ draft, job }: { draft: Draft<Job>; job: Job }) {
  const may = usePermission();
  const { problem, change } = draft;
  const problems = problem?.field ? [{ field: problem.field, message: problem.message }] : [];
  return (
    <FormFactsContext value={{ problems, choices: {}, readOnly: !may('background_jobs:write') }}>
      <div className="editor">
        <div className="stack">
          <section className="card card-body form padded" aria-label={words.general}>
            <JobFields job={job} change={change} only={['name', 'description']} />
          </section>
          <section className="card" aria-label={words.trigger}>
            <header className="card-head">
              <h2>{words.trigger}</h2>
            </header>
            <div className="card-body form">
              <Fires job={job} change={change} />
            </div>
          </section>
          <section className="card" aria-label={words.leads}>
            <header className="card-head">
              <h2>{words.leads}</h2>
            </header>
            <div className="card-body form">
              <JobFields job={job} change={change} only={['lead_filters', 'max_leads_per_cycle', 'cooldown_minutes']} />
              <details open={job.workflow_filters !== null}>
                <summary>{words.more}</summary>
                <div className="form">
                  <JobFields job={job} change={change} only={['workflow_filters', 'scope']} />
                </div>
              </details>
            </div>
          </section>
          <section className="card" aria-label={words.actions}>
            <header className="card-head">
              <h2>{words.actions}</h2>
            </header>
            <div className="card-body form">
              <JobSteps steps={job.steps} onChange={(steps) => change({ steps })} />
              <JobFields job={job} change={change} only={['dry_run']} />
            </div>
          </section>
        </div>
        <JobPreview job={job} />
      </div>
    </FormFactsContext>
  );
}
