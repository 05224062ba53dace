import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/home.js';

/** The meetings of the days to come on the account's clock, the next one first. */
export function NextMeetings() {
  const { account } = useSession();
  const [from] = useState(() => new Date().toISOString());
  const meetings = useApiQuery('listMeetings', {
    query: { from, status: 'scheduled,confirmed', include: 'lead', limit: 200 },
  });
  return (
    <section className="card" aria-labelledby="next-meetings">
      <header className="card-head">
        <h2 id="next-meetings">{words.upcomingMeetings}</h2>
      </header>
      <QueryBoundary query={meetings}>
        {({ meetings: rows, included }) => {
          const names = new Map(included?.leads?.map(({ id, name }) => [id, name]));
          const next = rows.toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1)).slice(0, 5);
          return next.length === 0 ? (
            <p className="calm">{words.noUpcomingMeetings}</p>
          ) : (
            <ul>
              {next.map((meeting) => (
                <li key={meeting.id} className="line">
                  <span className="grow cut">
                    {meeting.lead_id ? (
                      <Link to="/leads/$id" params={{ id: meeting.lead_id }}>
                        {names.get(meeting.lead_id) ?? words.aLead}
                      </Link>
                    ) : (
                      meeting.title
                    )}
                  </span>
                  <Timestamp at={meeting.starts_at} zone={account.timezone} plain />
                </li>
              ))}
            </ul>
          );
        }}
      </QueryBoundary>
    </section>
  );
}
