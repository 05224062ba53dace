import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CreateJobBody, Job } from '../../schemas/jobs/background-jobs.js';
import { request } from '../api/request.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { SKIPPED } from '../words/cycles.js';
import { wordOf } from '../words/fields.js';
import { LeadName } from './lead-name.js';
import { StepResults } from './step-results.js';

const REST_MS = 500;

/** Says how many were passed over, and why. */
export function Skipped({ skipped }: { skipped: Record<string, number> }) {
  const told = Object.entries(skipped).filter(([, count]) => count > 0);
  if (told.length === 0) return null;
  return (
    <ul className="row">
      {told.map(([reason, count]) => (
        <li key={reason}>
          <Chip who="off" label={`${count} ${SKIPPED[reason] ?? reason}`} />
        </li>
      ))}
    </ul>
  );
}

/** Asks what a job as it stands in the editor would do now, once its writer rests. */
export function usePreview(job: Job) {
  const [body] = useDebouncedValue(job, REST_MS);
  return useQuery({
    queryKey: ['previewBackgroundJob', body],
    queryFn: () =>
      request('previewBackgroundJob', { query: { include: 'lead' }, body: body as unknown as CreateJobBody }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** What a cycle of exactly this job would do now; nothing is written. */
export function Preview({ job }: { job: Job }) {
  const asked = usePreview(job);
  return (
    <section className="card side" aria-labelledby="preview">
      <header className="card-head">
        <h2 id="preview">If it ran now</h2>
      </header>
      <div className="card-body stack">
        <Asked asked={asked}>
          {({ data: { matched, skipped, leads, warnings }, included }) => (
            <>
              <p role="status">
                <strong className="numbers">{matched}</strong> {matched === 1 ? 'lead fits' : 'leads fit'}.
              </p>
              <Skipped skipped={skipped} />
              {warnings.map((warning) => (
                <p key={warning} className="note-strip">
                  {warning}
                </p>
              ))}
              {leads.length === 0 && <p className="quiet">It finds nobody to look at.</p>}
              <ul className="results-of-leads" aria-label="The first leads">
                {leads.map(({ lead_id, workflow_id, acts, unreachable, steps }) => (
                  <li key={`${lead_id} ${workflow_id}`}>
                    <div className="row">
                      <span className="grow">
                        <LeadName id={lead_id} among={included?.leads} />
                      </span>
                      {unreachable.map((reason) => (
                        <Chip key={reason} who="decide" label={wordOf(reason)} />
                      ))}
                      {acts ? <Chip who="ok" label="Acts" /> : <Chip who="off" label="Nothing" />}
                    </div>
                    <details>
                      <summary>Why</summary>
                      <StepResults steps={steps} />
                    </details>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Asked>
      </div>
    </section>
  );
}
