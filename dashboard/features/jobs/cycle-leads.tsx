import { useEffect, useRef, useState } from 'react';
import type { CycleDetail } from '../../../schemas/jobs/job-cycles.js';
import { useApiList } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { PagedList } from '../../components/paged-list.js';
import { Select } from '../../components/select.js';
import { OUTCOMES, SKIPPED } from '../../words/cycles.js';
import * as words from '../../words/en/job.js';
import { wordOf } from '../../words/fields.js';
import { LeadName } from './lead-name.js';
import { StepResults } from './step-results.js';

type Outcome = CycleDetail['leads'][number]['outcome'];
const CHOICES = Object.entries(OUTCOMES).map(([value, { label }]) => ({ value, label }));

interface Props {
  params: { id: string; cycle_id: string };
  /** The polling interval while the cycle runs. */
  everyMs: number | undefined;
}

/** The outcome of each lead of a cycle, by page, or only of leads with a given outcome. */
export function CycleLeads({ params, everyMs }: Props) {
  const [outcome, setOutcome] = useState<Outcome>();
  const query = { include: 'lead', limit: 50, ...(outcome ? { outcome } : {}) };
  const pages = useApiList('listBackgroundJobCycleLeads', { params, query }, everyMs ? { everyMs } : {});
  const { refetch } = pages;
  const isOpen = everyMs !== undefined;
  const wasOpen = useRef(isOpen);
  // Loads once more after the end, for changes since the last load.
  useEffect(() => {
    if (wasOpen.current && !isOpen) void refetch();
    wasOpen.current = isOpen;
  }, [isOpen, refetch]);
  const included = pages.data?.pages.flatMap((page) => page.included?.leads ?? []);
  return (
    <section className="stack" aria-labelledby="leads">
      <div className="row">
        <h2 id="leads" className="grow">
          {words.resultsByLead}
        </h2>
        <Select
          aria-label={words.outcome}
          placeholder={words.allOutcomes}
          data={CHOICES}
          value={outcome ?? null}
          onChange={(value) => setOutcome((value ?? undefined) as Outcome | undefined)}
          clearable
        />
      </div>
      <PagedList
        pages={pages}
        rows={(page) => page.data.map((row) => ({ ...row, id: `${row.lead_id} ${row.workflow_id}` }))}
        label={words.leadsInThisCycle}
        empty={<p className="card calm">{outcome ? words.noLeadsHaveThisOutcome : words.noLeadsMatchedTheFilters}</p>}
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
      </PagedList>
    </section>
  );
}
