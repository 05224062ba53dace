import { useParams } from '@tanstack/react-router';
import { useAsk } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { LeadStatus } from '../leads/cells.js';
import { Asked } from '../parts/asked.js';
import { nameOf } from '../parts/name-of.js';
import { Page } from '../parts/page.js';
import { Actions } from './actions.js';
import { Control } from './control.js';
import { Engagement, Learned } from './engagement.js';
import { Facts } from './facts.js';
import { Next } from './next.js';
import { Notes } from './notes.js';
import { Records } from './records.js';
import { Runs } from './runs.js';
import { Tags } from './tags.js';
import { Timeline } from './timeline.js';

/** A lead: what comes next and why, what was, what is known. */
export function LeadPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const may = useMay();
  const asked = useAsk('getLead', { params: { id } });
  const lead = asked.data?.lead;
  const run = lead?.active_workflow_run;
  return (
    <Page
      title={lead ? nameOf(lead) : 'Lead'}
      actions={
        <>
          {lead && <LeadStatus run={lead.active_workflow_run} />}
          {lead && <Actions lead={lead} />}
          {run && may('automation:write') && <Control leadId={id} run={run} />}
        </>
      }
    >
      <Asked asked={asked} lines={8}>
        {({ lead: known, local_timezone: zone, engagement, variables }) => (
          <div className="two">
            <div className="stack">
              <Next id={id} />
              <Timeline id={id} zone={zone} />
            </div>
            <div className="stack">
              <Facts lead={known} />
              <Tags lead={known} />
              <Notes id={id} />
              <Learned variables={variables} />
              <Engagement engagement={engagement} />
              {may('workflows:read') && <Runs id={id} />}
              <Records lead={known} />
            </div>
          </div>
        )}
      </Asked>
    </Page>
  );
}
