import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { asProblem } from '../../api/problem.js';
import { usePermission } from '../../api/session.js';
import { useApiList } from '../../api/use-api-query.js';
import { Icon } from '../../components/icons.js';
import { Empty, Page, Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { SimulateLead } from '../../components/simulate-lead.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/channels.js';
import { ChannelTabs } from './channel-tabs.js';

const EVERY_MS = 10_000;

/** The messages that the sandbox kept instead of a provider. */
export function SandboxPage() {
  const pages = useApiList('listSandboxDeliveries', { query: { limit: 50 } }, { everyMs: EVERY_MS });
  const may = usePermission();
  const rows = pages.data?.pages.flatMap(({ deliveries }) => deliveries);
  return (
    <Page title={words.sandbox}>
      <ChannelTabs />
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!rows && !pages.error && <Skeleton lines={4} />}
      {rows?.length === 0 && (
        <Empty title={words.noMessagesYet}>
          <p>{words.messagesFromSandboxSendersAnd}</p>
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <ul className="card">
          {rows.map((row) => (
            <li key={row.id} className="line import-row">
              <Icon name={row.channel === 'email' ? 'mail' : row.channel === 'call' ? 'phone' : 'brand-whatsapp'} />
              <div className="grow">
                <p>
                  <strong>{row.subject ?? row.to}</strong>
                </p>
                <p className="faint">
                  {row.from}
                  {words.to}{' '}
                  {row.lead_id ? (
                    <Link to="/leads/$id" params={{ id: row.lead_id }}>
                      {row.to}
                    </Link>
                  ) : (
                    row.to
                  )}{' '}
                  · <Timestamp at={row.created_at} />
                </p>
                {row.text && <p className="said">{row.text}</p>}
                {may('messages:send') && row.lead_id && row.channel !== 'call' && (
                  <SimulateLead messageId={row.message_id} channel={row.channel} />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <p className="card-body">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {words.showMore}
          </Button>
        </p>
      )}
    </Page>
  );
}
