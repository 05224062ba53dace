import type { LeadEngagement, LeadVariables } from '../../schemas/leads/lead-details.js';
import { upper } from '../parts/upper.js';
import { When } from '../parts/when.js';
import { numberOf } from '../words/reports.js';

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** What agents found out about the lead, and how sure they were. */
export function Learned({ variables }: { variables: LeadVariables }) {
  const known = Object.entries(variables);
  if (known.length === 0) return null;
  return (
    <section className="card" aria-labelledby="learned">
      <header className="card-head">
        <h2 id="learned">Found out</h2>
      </header>
      <dl className="card-body">
        {known.map(([key, { value_text, confidence, updated_at }]) => (
          <div key={key} className="fact">
            <dt>{upper(key.replaceAll('_', ' '))}</dt>
            <dd>
              {value_text}{' '}
              <span className="faint">
                {confidence < 1 && `${percent(confidence)} sure, `}
                <When at={updated_at} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const of = (count: number, all: number): string => `${numberOf(count)} of ${numberOf(all)}`;

/** What the lead did with what it was sent. */
export function Engagement({ engagement }: { engagement: LeadEngagement }) {
  const { outbound_count: sent, inbound_count: answers, calls_count: calls } = engagement;
  if (sent + answers + calls === 0) return null;
  return (
    <section className="card" aria-labelledby="engagement">
      <header className="card-head">
        <h2 id="engagement">Engagement</h2>
      </header>
      <dl className="card-body">
        <Fact name="Sent" value={numberOf(sent)} at={engagement.last_outbound_at} />
        <Fact name="From the lead" value={numberOf(answers)} at={engagement.last_inbound_at} />
        {sent > 0 && <Fact name="Delivered" value={of(engagement.delivered_count, sent)} />}
        {engagement.read_count > 0 && <Fact name="Read" value={of(engagement.read_count, sent)} />}
        {engagement.opened_count > 0 && <Fact name="Mails opened" value={numberOf(engagement.opened_count)} />}
        {engagement.clicked_count > 0 && <Fact name="Links clicked" value={numberOf(engagement.clicked_count)} />}
        {calls > 0 && <Fact name="Calls answered" value={of(engagement.calls_answered, calls)} />}
      </dl>
    </section>
  );
}

const Fact = ({ name, value, at }: { name: string; value: string; at?: string | null }) => (
  <div className="fact">
    <dt>{name}</dt>
    <dd className="numbers">
      {value}
      {at && (
        <span className="faint">
          {', last '}
          <When at={at} />
        </span>
      )}
    </dd>
  </div>
);
