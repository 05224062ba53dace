import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CreateJobBody, Job } from '../../../schemas/jobs/background-jobs.js';
import { request } from '../../api/request.js';
import { Chip } from '../../components/chip.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { SKIPPED } from '../../words/cycles.js';
import * as words from '../../words/en/job.js';
import { wordOf } from '../../words/fields.js';
import { LeadName } from './lead-name.js';
import { StepResults } from './step-results.js';

const REST_MS = 500;

/** Shows how many were passed over, and why. */
export function Skipped({ skipped }: { skipped: Record<string, number> }) {
  const skippedCounts = Object.entries(skipped).filter(([, count]) => count > 0);
  if (skippedCounts.length === 0) return null;
  return (
    <ul className="row">
      {skippedCounts.map(([reason, count]) => (
        <li key={reason}>
          <Chip who="off" label={`${count} ${SKIPPED[reason] ?? reason}`} />
        </li>
      ))}
    </ul>
  );
}

/** Loads the preview of the editor's job, after a pause in typing. */
export function useJobPreview(job: Job) {
  const [body] = useDebouncedValue(job, REST_MS);
  return useQuery({
    queryKey: ['previewBackgroundJob', body],
    queryFn: () =>
      request('previewBackgroundJob', { query: { include: 'lead' }, body: body as unknown as CreateJobBody }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** A preview of a cycle of this draft. Nothing is written. */
export function JobPreview({ job }: { job: Job }) {
  const previewQuery = useJobPreview(job);
  return (
    <section className="card side" aria-labelledby="preview">
      <header className="card-head">
        <h2 id="preview">{words.preview}</h2>
      </header>
      <div className="card-body stack">
        <QueryBoundary query={previewQuery}>
          {({ data: { matched, skipped, leads, warnings }, included }) => (
            <>
              <p role="status" className="numbers">
                {words.leadMatches(matched)}
              </p>
              <Skipped skipped={skipped} />
              {warnings.map((warning) => (
                <p key={warning} className="note-strip">
                  {warning}
                </p>
              ))}
              {leads.length === 0 && <p className="quiet">{words.noLeadsMatchRightNow}</p>}
              <ul className="results-of-leads" aria-label={words.firstMatchingLeads}>
                {leads.map(({ lead_id, workflow_id, acts, unreachable, steps }) => (
                  <li key={`${lead_id} ${workflow_id}`}>
                    <div className="row">
                      <span className="grow">
                        <LeadName id={lead_id} among={included?.leads} />
                      </span>
                      {unreachable.map((reason) => (
                        <Chip key={reason} who="decide" label={wordOf(reason)} />
                      ))}
                      {acts ? <Chip who="ok" label={words.acts} /> : <Chip who="off" label={words.noAction} />}
                    </div>
                    <details>
                      <summary>{words.details}</summary>
                      <StepResults steps={steps} />
                    </details>
                  </li>
                ))}
              </ul>
            </>
          )}
        </QueryBoundary>
      </div>
    </section>
  );
}
