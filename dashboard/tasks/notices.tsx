import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Notification } from '../../schemas/jobs/job-results.js';
import { useAct } from '../api/act.js';
import { usePages } from '../api/ask.js';
import { useSession } from '../api/session.js';
import { Listed } from '../parts/listed.js';
import { Empty } from '../parts/page.js';
import { When } from '../parts/when.js';

function Notice({ notice }: { notice: Notification }) {
  const read = useAct('readNotification');
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
          <When at={notice.created_at} />
        </span>
      </span>
      {notice.read_at === null && (
        <Button
          variant="default"
          size="compact-sm"
          loading={read.busy}
          onClick={() => void read.do({ params: { id: notice.id } }).catch(() => undefined)}
        >
          Read
        </Button>
      )}
    </div>
  );
}

/** What jobs and agents told the user. */
export function Notices() {
  const { user } = useSession();
  const pages = usePages('listNotifications', { query: { user_id: user.id, limit: 50 } });
  return (
    <Listed
      pages={pages}
      rows={(page) => page.notifications}
      label="Notices"
      empty={
        <Empty title="No notices">
          <p>What agents and jobs tell you stands here: a lead that asked for a person, a renewal that comes up.</p>
        </Empty>
      }
    >
      {(notice) => <Notice notice={notice} />}
    </Listed>
  );
}
