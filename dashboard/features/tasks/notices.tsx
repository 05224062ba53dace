import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Notification } from '../../../schemas/jobs/job-results.js';
import { useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiList } from '../../api/use-api-query.js';
import { Empty } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/tasks.js';

function Notice({ notice }: { notice: Notification }) {
  const read = useApiMutation('readNotification');
  return (
    <div className="line" data-unread={notice.read_at === null || undefined}>
      <span className="grow">
        <strong className="cut">{notice.title}</strong>
        <ul>
          {notice.lines.map(({ lead_id, text }) => (
            <li key={`${lead_id} ${text}`} className="quiet">
              {lead_id ? (
                <Link to="/leads/$id" params={{ id: lead_id }}>
                  {text}
                </Link>
              ) : (
                text
              )}
            </li>
          ))}
        </ul>
        <span className="faint">
          <Timestamp at={notice.created_at} />
        </span>
      </span>
      {notice.read_at === null && (
        <Button
          variant="default"
          size="compact-sm"
          loading={read.isPending}
          onClick={() => void read.mutateAsync({ params: { id: notice.id } }).catch(() => undefined)}
        >
          {words.markAsRead}
        </Button>
      )}
    </div>
  );
}

/** The notifications of jobs and agents to the user. */
export function Notices() {
  const { user } = useSession();
  const pages = useApiList('listNotifications', { query: { user_id: user.id, limit: 50 } });
  return (
    <PagedList
      pages={pages}
      rows={(page) => page.notifications}
      label={words.notifications}
      empty={
        <Empty title={words.noNotifications}>
          <p>{words.agentsAndJobsNotifyYouHere}</p>
        </Empty>
      }
    >
      {(notice) => <Notice notice={notice} />}
    </PagedList>
  );
}
