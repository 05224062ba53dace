import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api/operation-types.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Empty, Page } from '../../components/page.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/usage.js';
import { IntegrationTabs } from './integration-tabs.js';

type LimitUsage = Answer<'getUsage'>['usage'][number];
type Subject = LimitUsage['subject'];

const MICROS = 1_000_000;
const NEARLY_USED = 0.8;

/** The sections of the page, in order, with the types of records in each. */
const SECTIONS: readonly { id: string; title: string; types: readonly Subject['type'][] }[] = [
  { id: 'account', title: words.account, types: ['account'] },
  { id: 'keys', title: words.apiKeys, types: ['api_key'] },
  { id: 'senders', title: words.senders, types: ['email_sender', 'whatsapp_number', 'voice_agent'] },
  { id: 'agents', title: words.agents, types: ['workflow'] },
  { id: 'widgets', title: words.widgets, types: ['widget'] },
];

function nameOfLimit({ measure, period }: LimitUsage): string {
  if (measure === 'messages') return period === 'minute' ? words.messagesPerMinute : words.messagesPerDay;
  return {
    requests: words.requestsPerMinute,
    new_conversations: words.newConversations,
    concurrent_calls: words.concurrentCalls,
    new_leads: words.newLeadsPerDay,
    turns: words.turnsPerDay,
    tokens: words.tokensPerDay,
    cost_micros: words.costPerDay,
  }[measure];
}

/** Returns the share of a limit that is used, at most 1. A limit of 0 is used up. */
const shareOf = ({ used, limit }: LimitUsage): number => (limit === 0 ? 1 : Math.min(1, used / limit));

/** A name, as a link where the record has a page. */
function Name({ type, id, name }: Subject) {
  switch (type) {
    case 'workflow':
      return (
        <Link to="/agents/$id" params={{ id }}>
          {name}
        </Link>
      );
    case 'widget':
      return (
        <Link to="/integrations/widgets/$id" params={{ id }}>
          {name}
        </Link>
      );
    default:
      return name;
  }
}

function Row(usage: LimitUsage) {
  const { subject, measure, used, limit, resets_at } = usage;
  const share = shareOf(usage);
  const scale = measure === 'cost_micros' ? MICROS : 1;
  const label = nameOfLimit(usage);
  return (
    <li className="line">
      <div className="grow">
        <strong>
          <Name {...subject} />
        </strong>
        <div className="faint">
          {label}
          {resets_at && (
            <>
              {' · '}
              {words.resets}
              <Timestamp at={resets_at} plain />
            </>
          )}
        </div>
      </div>
      <progress
        className="usage-bar"
        data-full={share >= NEARLY_USED || undefined}
        value={share}
        aria-label={`${subject.name}: ${label}`}
      />
      <span className="numbers">{words.usedOf(used / scale, limit / scale)}</span>
    </li>
  );
}

const Section = ({ id, title, rows }: { id: string; title: string; rows: readonly LimitUsage[] }) => (
  <section className="card" aria-labelledby={id}>
    <header className="card-head">
      <h2 id={id}>{title}</h2>
    </header>
    <ul>
      {rows.map((usage) => (
        <Row key={`${usage.subject.id} ${usage.measure} ${usage.period}`} {...usage} />
      ))}
    </ul>
  </section>
);

/** The limits of the account and how much of each is used. */
export function UsagePage() {
  const usageQuery = useApiQuery('getUsage', {}, { everyMs: 30_000 });
  return (
    <Page title={words.usageAndLimits}>
      <IntegrationTabs />
      <QueryBoundary query={usageQuery} lines={6}>
        {({ usage }) =>
          usage.length === 0 ? (
            <Empty title={words.nothingIsLimited}>
              <p>{words.limitsAppearHere}</p>
            </Empty>
          ) : (
            <div className="stack">
              <p className="quiet">{words.limitsThatAreClosest}</p>
              {SECTIONS.map(({ types, ...section }) => {
                const rows = usage
                  .filter(({ subject }) => types.includes(subject.type))
                  .sort((a, b) => shareOf(b) - shareOf(a));
                return rows.length > 0 && <Section key={section.id} {...section} rows={rows} />;
              })}
            </div>
          )
        }
      </QueryBoundary>
    </Page>
  );
}
