import { useEffect, useRef, useState } from 'react';
import type { CycleDetail } from '../../schemas/jobs/job-cycles.js';
import { usePages } from '../api/ask.js';
import { Chip } from '../parts/chip.js';
import { Listed } from '../parts/listed.js';
import { Select } from '../parts/select.js';
import { OUTCOMES, SKIPPED } from '../words/cycles.js';
import { wordOf } from '../words/fields.js';
import { LeadName } from './lead-name.js';
import { StepResults } from './step-results.js';

type Outcome = CycleDetail['leads'][number]['outcome'];
const CHOICES = Object.entries(OUTCOMES).map(([value, { label }]) => ({ value, label }));

interface Props {
  params: { id: string; cycle_id: string };
  /** Asked again after so long, while the cycle goes on. */
  everyMs: number | undefined;
}

/** What became of each lead of a cycle, page by page, or of those alone that ended one way. */
export function CycleLeads({ params, everyMs }: Props) {
  const [outcome, setOutcome] = useState<Outcome>();
  const query = { include: 'lead', limit: 50, ...(outcome ? { outcome } : {}) };
  const pages = usePages('listBackgroundJobCycleLeads', { params, query }, everyMs ? { everyMs } : {});
  const { refetch } = pages;
  const isOpen = everyMs !== undefined;
  const wasOpen = useRef(isOpen);
  // What was worked between the last look and the end is looked at once more.
  useEffect(() => {
    if (wasOpen.current && !isOpen) void refetch();
    wasOpen.current = isOpen;
  }, [isOpen, refetch]);
  const included = pages.data?.pages.flatMap((page) => page.included?.leads ?? []);
  return (
    <section className="stack" aria-labelledby="leads">
      <div className="row">
        <h2 id="leads" className="grow">
          Lead by lead
        </h2>
        <Select
          aria-label="What became of them"
          placeholder="All of them"
          data={CHOICES}
          value={outcome ?? null}
          onChange={(value) => setOutcome((value ?? undefined) as Outcome | undefined)}
          clearable
        />
      </div>
      <Listed
        pages={pages}
        rows={(page) => page.data.map((row) => ({ ...row, id: `${row.lead_id} ${row.workflow_id}` }))}
        label="Leads of the cycle"
        empty={<p className="card calm">{outcome ? 'No lead ended so.' : 'It found nobody to look at.'}</p>}
      >
        {({ lead_id, outcome: became, reason, steps }) => (
          <div className="card-body padded">
            <div className="row">
              <span className="grow">
                <LeadName id={lead_id} among={included} />
              </span>
              {reason && <span className="quiet">{SKIPPED[reason] ?? wordOf(reason)}</span>}
              <Chip {...OUTCOMES[became]} />
            </div>
            {steps.length > 0 && <StepResults steps={steps} />}
          </div>
        )}
      </Listed>
    </section>
  );
}
