import { Button } from '@mantine/core';
import type { Answer } from '../../api/operation-types.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/user-mails.js';
import { translated } from '../../words/sentences.js';

type FailedMail = Answer<'listFailedUserMails'>['user_mails'][number];

const KINDS: Readonly<Record<FailedMail['kind'], string>> = {
  invitation: words.invitation,
  reset: words.passwordReset,
  connection_lost: words.lostConnection,
  weekly_summary: words.weeklySummary,
  notice_email: words.notifications,
  notice_slack: words.notificationsInSlack,
  notice_teams: words.notificationsInTeams,
};

function FailedMailRow({ mail: { id, kind, to, failure, created_at, retryable } }: { mail: FailedMail }) {
  const retry = useApiMutation('retryUserMail');
  return (
    <li className="line key">
      <div className="grow">
        <strong className="cut">{to}</strong>
        <div className="faint">
          {KINDS[kind]}, <Timestamp at={created_at} />
        </div>
        {failure && <div className="quiet">{translated(failure)}</div>}
        {retry.problem && <ProblemNote problem={retry.problem} />}
      </div>
      {retryable ? (
        <Button
          variant="default"
          size="compact-sm"
          loading={retry.isPending}
          onClick={() => retry.mutateAsync({ params: { id } }).catch(() => undefined)}
        >
          {words.sendAgain}
        </Button>
      ) : (
        <Chip who="off" label={words.expired} />
      )}
    </li>
  );
}

/** Emails and chat messages to members that couldn't be sent, with the reason. Shows nothing if there are none. */
export function FailedMails() {
  const rows = useApiQuery('listFailedUserMails').data?.user_mails ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="card" aria-labelledby="failed-mails">
      <header className="card-head">
        <h2 id="failed-mails">{words.failedEmails}</h2>
      </header>
      <ul>
        {rows.map((mail) => (
          <FailedMailRow key={mail.id} mail={mail} />
        ))}
      </ul>
    </section>
  );
}
