import type { LeadEngagement, LeadVariables } from '../../../schemas/leads/lead-details.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { capitalize } from '../../words/capitalize.js';
import * as words from '../../words/en/lead.js';
import { numberOf } from '../../words/reports.js';

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The values that agents learned about the lead, with their confidence. */
export function LearnedValues({ variables }: { variables: LeadVariables }) {
  const known = Object.entries(variables);
  if (known.length === 0) return null;
  return (
    <section className="card" aria-labelledby="learned">
      <header className="card-head">
        <h2 id="learned">{words.learned}</h2>
      </header>
      <dl className="card-body">
        {known.map(([key, { value_text, confidence, updated_at }]) => (
          <div key={key} className="fact">
            <dt>{capitalize(key.replaceAll('_', ' '))}</dt>
            <dd>
              {value_text}{' '}
              <span className="faint">
                {confidence < 1 && words.confidence(percent(confidence))}
                <Timestamp at={updated_at} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const of = (count: number, all: number): string => words.ofLabel(numberOf(count), numberOf(all));

/** The lead's reactions to messages. */
export function Engagement({ engagement }: { engagement: LeadEngagement }) {
  const { outbound_count: sent, inbound_count: answers, calls_count: calls } = engagement;
  if (sent + answers + calls === 0) return null;
  return (
    <section className="card" aria-labelledby="engagement">
      <header className="card-head">
        <h2 id="engagement">{words.engagement}</h2>
      </header>
      <dl className="card-body">
        <Fact name={words.sent} value={numberOf(sent)} at={engagement.last_outbound_at} />
        <Fact name={words.received} value={numberOf(answers)} at={engagement.last_inbound_at} />
        {sent > 0 && <Fact name={words.delivered} value={of(engagement.delivered_count, sent)} />}
        {engagement.read_count > 0 && <Fact name={words.read} value={of(engagement.read_count, sent)} />}
        {engagement.opened_count > 0 && <Fact name={words.emailsOpened} value={numberOf(engagement.opened_count)} />}
        {engagement.clicked_count > 0 && <Fact name={words.linksClicked} value={numberOf(engagement.clicked_count)} />}
        {calls > 0 && <Fact name={words.callsAnswered} value={of(engagement.calls_answered, calls)} />}
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
          {words.last}
          <Timestamp at={at} />
        </span>
      )}
    </dd>
  </div>
);
