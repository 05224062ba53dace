import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePages } from '../api/ask.js';
import { asProblem } from '../api/problem.js';
import { useMay } from '../api/session.js';
import { AsLead } from '../parts/as-lead.js';
import { Icon } from '../parts/icons.js';
import { Bones, Empty, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';
import { ChannelTabs } from './tabs.js';

const EVERY_MS = 10_000;

/** What the sandbox took instead of a provider, to be looked at. */
export function SandboxPage() {
  const pages = usePages('listSandboxDeliveries', { query: { limit: 50 } }, { everyMs: EVERY_MS });
  const may = useMay();
  const rows = pages.data?.pages.flatMap(({ deliveries }) => deliveries);
  return (
    <Page title="Sandbox">
      <ChannelTabs />
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!rows && !pages.error && <Bones lines={4} />}
      {rows?.length === 0 && (
        <Empty title="Nothing left yet">
          <p>What goes to senders and numbers of the sandbox stands here instead of reaching anybody.</p>
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
                  {row.from} to{' '}
                  {row.lead_id ? (
                    <Link to="/leads/$id" params={{ id: row.lead_id }}>
                      {row.to}
                    </Link>
                  ) : (
                    row.to
                  )}{' '}
                  · <When at={row.created_at} />
                </p>
                {row.text && <p className="said">{row.text}</p>}
                {may('messages:send') && row.lead_id && row.channel !== 'call' && (
                  <AsLead messageId={row.message_id} channel={row.channel} />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <p className="card-body">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            More
          </Button>
        </p>
      )}
    </Page>
  );
}
