import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asProblem } from '../../api/problem.js';
import { request } from '../../api/request.js';
import { Logo } from '../../components/logo.js';
import { Empty, Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as parts from '../../words/en/parts.js';
import * as performance from '../../words/en/performance.js';
import * as words from '../../words/en/shared-report.js';
import { wordOf } from '../../words/fields.js';
import type { Outcome } from '../../words/performance.js';
import { dayOf } from '../../words/reports.js';
import { PerformanceView } from './performance-view.js';

const isNotFound = (error: Error | null): boolean =>
  error !== null && asProblem(error).code === 'REPORT_LINK_NOT_FOUND';

/** Says that a link doesn't open, without the reason: an unknown link isn't told from one that was revoked. */
const NotFound = ({ text }: { text: string }) => (
  <Empty title={words.linkNotFound}>
    <p>{text}</p>
    <p>{words.askForANewLink}</p>
  </Empty>
);

/** The report of a link, for people without a user. */
export function SharedReport({ token }: { token: string }) {
  const [sort, setSort] = useState<Outcome>('sent');
  // Each request counts as an opening, so the page asks once.
  const { data, error, refetch } = useQuery({
    queryKey: ['openReportLink'],
    queryFn: () => request('openReportLink', { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  const title = data?.name ?? (token === '' || isNotFound(error) ? words.linkNotFound : '');
  useEffect(() => {
    document.title = parts.leadAutomationService(title);
  }, [title]);
  if (token === '') return <NotFound text={words.linkIncomplete} />;
  if (isNotFound(error)) return <NotFound text={words.linkDoesNotWork} />;
  if (error) return <ProblemNote problem={asProblem(error)} again={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  const { report, filters } = data;
  const limits = [
    [performance.agent, filters.workflow_name],
    [performance.owner, filters.owner_name],
    [performance.sender, filters.sender_name],
    [performance.channel, filters.channel && wordOf(filters.channel)],
  ] as const;
  return (
    <>
      <header className="shared-head">
        <div className="house">
          <Logo />
          {data.account_name}
        </div>
        <h1>{data.name}</h1>
        <p>
          {performance.period(dayOf(report.from), dayOf(report.to))},{' '}
          {words.comparedWith(dayOf(report.previous.from), dayOf(report.previous.to))}
        </p>
        <p className="faint">
          {[
            words.daysOf(data.timezone),
            ...limits.flatMap(([label, value]) => (value ? words.only(label, value) : [])),
          ].join(' · ')}
        </p>
      </header>
      <div className="stack performance">
        <PerformanceView
          report={report}
          group={data.group}
          sort={sort}
          search={{}}
          senders={new Map(data.senders.map(({ id, name }) => [id, name]))}
          empty={
            <Empty title={words.noMessages}>
              <p>{words.noMessagesText}</p>
            </Empty>
          }
          onSort={setSort}
        />
      </div>
      {data.expires_at && (
        <p className="faint">
          {words.linkExpires}
          <Timestamp at={data.expires_at} plain />
        </p>
      )}
    </>
  );
}
