import type { NextStep } from '../../../schemas/agent-runs/agent-runs.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { HoldChip } from '../../components/hold-chip.js';
import { Icon, type IconName } from '../../components/icons.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { capitalize } from '../../words/capitalize.js';
import * as words from '../../words/en/lead.js';
import { holdInWords, senderInWords } from '../../words/hold-reasons.js';
import { translated } from '../../words/sentences.js';
import { STATES } from '../../words/states.js';
import { HoldHelp } from './hold-help.js';

const ICONS: Readonly<Record<string, IconName>> = { email: 'mail', whatsapp: 'brand-whatsapp', call: 'phone' };

/** The next step of one run, its time, and its holds. */
export function Step({ next, leadId }: { next: NextStep; leadId: string }) {
  const hold = next.holds[0];
  return (
    <li className="next">
      <span className="next-mark">
        <Icon name={ICONS[next.channel ?? ''] ?? 'clock'} />
      </span>
      <div className="grow">
        <div className="row">
          <strong>{capitalize(translated(next.action))}</strong>
          {next.earliest_at && (
            <span className="quiet">
              <Timestamp at={next.earliest_at} />
            </span>
          )}
          {hold ? <HoldChip reason={hold.reason} by={next.paused_by} /> : <Chip {...STATES[next.cadence_state]} />}
        </div>
        <p className="faint">{next.workflow_name}</p>
        {next.sender && <p className="faint">{senderInWords(next.sender)}</p>}
        {next.holds.map((each) => (
          <div key={each.reason} className="row why">
            <p className="quiet">{holdInWords(each)}</p>
            <HoldHelp reason={each.reason} next={next} leadId={leadId} />
          </div>
        ))}
      </div>
    </li>
  );
}

/** The next steps of the lead, their times, and their holds. */
export function NextSteps({ id }: { id: string }) {
  const next = useApiQuery('getLeadNext', { params: { id } });
  return (
    <section className="card" aria-labelledby="next">
      <header className="card-head">
        <h2 id="next">{words.nextStep}</h2>
      </header>
      <QueryBoundary query={next} lines={2}>
        {({ runs }) =>
          runs.length === 0 ? (
            <p className="calm">{words.notEnrolledNothingWillBeSent}</p>
          ) : (
            <ul>
              {runs.map((run) => (
                <Step key={run.workflow_run_id} next={run} leadId={id} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </section>
  );
}
