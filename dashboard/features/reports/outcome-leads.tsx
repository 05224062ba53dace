import { Link, useSearch } from '@tanstack/react-router';
import type { Answer } from '../../api/operation-types.js';
import { useSession } from '../../api/session.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Empty, Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { dayKeyIn, shiftDay } from '../../components/time/days.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/performance.js';
import { wordOf } from '../../words/fields.js';
import { GROUPS, OUTCOMES, type Outcome } from '../../words/performance.js';
import { dayOf } from '../../words/reports.js';
import { useAgents } from './agent-select.js';
import type { OutcomeSearch } from './report-search.js';
import { useSenderNames } from './sender-names.js';

type LeadPage = Answer<'listPerformanceLeads'>;

function Row({ row, page, outcome }: { row: LeadPage['leads'][number]; page: LeadPage; outcome: Outcome }) {
  const lead = page.included?.leads?.find(({ id }) => id === row.lead_id);
  return (
    <div className="line meeting key">
      <div className="grow">
        <div className="cut">
          {lead ? (
            <Link to="/leads/$id" params={{ id: row.lead_id }}>
              {lead.name}
            </Link>
          ) : (
            words.deletedLead
          )}
        </div>
        <div className="faint cut">
          {lead?.company && `${lead.company} · `}
          {words.firstSent} <Timestamp at={row.first_sent_at} plain />
        </div>
      </div>
      {outcome !== 'sent' && (
        <span className="faint">
          {words.outcomeAt(OUTCOMES[outcome])} <Timestamp at={row.outcome_at} plain />
        </span>
      )}
    </div>
  );
}

/** The filters of the list in words. */
function FilterChips({ search }: { search: OutcomeSearch }) {
  const agents = useAgents().data?.workflows;
  const users = useApiQuery('listUsers', {}, { enabled: search.owner_id !== undefined }).data?.users;
  const senders = useSenderNames(search.sender_id !== undefined);
  const { workflow_id, owner_id, sender_id, channel, step_key, without } = search;
  const named = [
    [words.agent, workflow_id && (agents?.find(({ id }) => id === workflow_id)?.name ?? '…')],
    [words.step, step_key],
    [words.owner, owner_id && (users?.find(({ id }) => id === owner_id)?.name ?? words.formerUser)],
    [words.sender, sender_id && (senders.get(sender_id) ?? '…')],
    [words.channel, channel && wordOf(channel)],
  ] as const;
  const blanks = (without?.split(',') ?? []) as (keyof typeof GROUPS)[];
  return (
    <div className="row wraps">
      {named.map(([label, value]) => value && <Chip key={label} who="off" label={`${label}: ${value}`} />)}
      {blanks.map((name) => (
        <Chip key={name} who="off" label={words.without(GROUPS[name].toLowerCase())} />
      ))}
    </div>
  );
}

/** The leads behind a number of the performance report. */
export function OutcomeLeadsPage() {
  const { account } = useSession();
  const search = useSearch({ from: '/shell/reports/leads' });
  const { outcome = 'sent', from, to: until, workflow_id, owner_id, sender_id, channel } = search;
  const to = until ?? dayKeyIn(new Date(), account.timezone);
  const days = { from: from ?? shiftDay(to, -29), to };
  const pages = useApiList('listPerformanceLeads', {
    query: { ...search, ...days, outcome, include: 'lead', limit: 50 },
  });
  return (
    <Page title={words.leadsOf(OUTCOMES[outcome])}>
      <div className="stack">
        <p>
          <Link to="/reports" search={{ ...days, workflow_id, owner_id, sender_id, channel }}>
            {words.backToReport}
          </Link>
        </p>
        <p className="faint">{words.period(dayOf(days.from), dayOf(days.to))}</p>
        <FilterChips search={search} />
        <PagedList
          pages={pages}
          rows={(page) => page.leads.map((row) => ({ id: row.lead_id, row, page }))}
          label={words.leadsOf(OUTCOMES[outcome])}
          empty={
            <Empty title={words.noLeads}>
              <p>{words.noLeadsText}</p>
            </Empty>
          }
        >
          {({ row, page }) => <Row row={row} page={page} outcome={outcome} />}
        </PagedList>
      </div>
    </Page>
  );
}
