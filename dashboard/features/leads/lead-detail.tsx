import { useParams } from '@tanstack/react-router';
import { usePermission } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { nameOf } from '../../components/name-of.js';
import { Page } from '../../components/page.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/lead.js';
import { LeadActions } from './lead-actions.js';
import { LeadStatus } from './lead-cells.js';
import { Engagement, LearnedValues } from './lead-engagement.js';
import { LeadFacts } from './lead-facts.js';
import { LeadNotes } from './lead-notes.js';
import { LeadRecords } from './lead-records.js';
import { LeadRuns } from './lead-runs.js';
import { LeadTags } from './lead-tags.js';
import { LeadTimeline } from './lead-timeline.js';
import { NextSteps } from './next-step.js';
import { RunControl } from './run-control.js';

/** A lead: what comes next and why, what was, what is known. */
export function LeadPage() {
  const { id } = useParams({ from: '/shell/leads/$id' });
  const may = usePermission();
  const leadQuery = useApiQuery('getLead', { params: { id } });
  const lead = leadQuery.data?.lead;
  const run = lead?.active_workflow_run;
  return (
    <Page
      title={lead ? nameOf(lead) : words.lead}
      actions={
        <>
          {lead && <LeadStatus run={lead.active_workflow_run} />}
          {lead && <LeadActions lead={lead} />}
          {run && may('automation:write') && <RunControl leadId={id} run={run} />}
        </>
      }
    >
      <QueryBoundary query={leadQuery} lines={8}>
        {({ lead: known, local_timezone: zone, engagement, variables }) => (
          <div className="two">
            <div className="stack">
              <NextSteps id={id} />
              <LeadTimeline id={id} zone={zone} />
            </div>
            <div className="stack">
              <LeadFacts lead={known} />
              <LeadTags lead={known} />
              <LeadNotes id={id} />
              <LearnedValues variables={variables} />
              <Engagement engagement={engagement} />
              {may('workflows:read') && <LeadRuns id={id} />}
              <LeadRecords lead={known} />
            </div>
          </div>
        )}
      </QueryBoundary>
    </Page>
  );
}
