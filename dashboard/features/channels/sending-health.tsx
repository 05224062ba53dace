import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/operation-types.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Copyable } from '../../components/secret-once.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/sending-health.js';
import { translated } from '../../words/sentences.js';
import type { Words } from '../../words/who.js';

type Health = Answer<'getSenderHealth'>['health'];
type Check = Health['checks'][number];
type Test = NonNullable<Health['last_test']>;

const WATCH_MS = 2_000;
const TEST_WATCH_MS = 5_000;
/** Mailboxes receive a test within this time, if they do. */
const ARRIVES_MS = 10 * 60_000;

const RESULTS: Readonly<Record<Check['result'], Words>> = {
  pass: { who: 'ok', label: words.passed },
  warning: { who: 'decide', label: words.warning },
  fail: { who: 'act', label: words.failed },
  unknown: { who: 'clock', label: words.unknown },
};

const CHECKS: Readonly<Record<Check['check'], string>> = {
  spf: words.spf,
  dkim: words.dkim,
  dmarc: words.dmarc,
  mx: words.mx,
  return_path: words.returnPath,
  list_unsubscribe: words.listUnsubscribe,
  tracking_domain: words.trackingDomain,
};

interface ResultProps {
  name: string;
  result: Check['result'];
  reason: string;
  children?: ReactNode;
}

const Result = ({ name, result, reason, children }: ResultProps) => (
  <li className="stack-close" aria-label={name}>
    <div className="row">
      <strong>{name}</strong>
      <Chip {...RESULTS[result]} />
    </div>
    <p>{translated(reason)}</p>
    {children}
  </li>
);

/** The results that the receiving server reported of the last test email. */
function LastTest({ test: { received_at, server, results } }: { test: Test }) {
  if (received_at === null) return <p className="quiet">{words.resultsAppear}</p>;
  if (results.length === 0) return <p className="quiet">{words.noResultsReported}</p>;
  const failed = results.filter(({ result }) => result !== 'pass').length;
  return (
    <details>
      <summary>
        {failed === 0 ? words.testPassed : words.testNeedsAttention(failed)} · <Timestamp at={received_at} />
      </summary>
      <ul className="stack" aria-label={words.lastTest}>
        {results.map((each) => (
          <Result key={each.check} {...each} name={CHECKS[each.check]} />
        ))}
      </ul>
      {server && <p className="quiet">{words.reportedBy(server)}</p>}
    </details>
  );
}

function CheckResult({ check: { check, result, reason, record, suggested } }: { check: Check }) {
  const name = CHECKS[check];
  return (
    <Result name={name} result={result} reason={reason}>
      <dl>
        {record && (
          <div className="fact">
            <dt>{words.currentRecord}</dt>
            <dd>
              <code>{record}</code>
            </dd>
          </div>
        )}
        {suggested && (
          <>
            <div className="fact">
              <dt>{words.recordName(suggested.type)}</dt>
              <dd>
                <Copyable value={suggested.name} label={words.copyNameOf(name)} />
              </dd>
            </div>
            <div className="fact">
              <dt>{words.newValue}</dt>
              <dd>
                <Copyable value={suggested.value} label={words.copyValueOf(name)} />
              </dd>
            </div>
          </>
        )}
      </dl>
    </Result>
  );
}

const isOnItsWay = (test: Test | null | undefined): boolean =>
  test?.received_at === null && Date.now() - Date.parse(test.sent_at) < ARRIVES_MS;

/** Queries the health of a sender. While a check is awaited, it is queried until its results arrive. */
function useSendingHealth(id: string, isTrial: boolean) {
  const check = useApiMutation('checkSenderHealth');
  // The time of the last check before the awaited one. Undefined: no check is awaited.
  const [before, setBefore] = useState<string | null>();
  const isAwaited = before !== undefined;
  const everyMs = (answer?: Answer<'getSenderHealth'>) =>
    isAwaited ? WATCH_MS : isOnItsWay(answer?.health.last_test) ? TEST_WATCH_MS : 0;
  const health = useApiQuery('getSenderHealth', { params: { id } }, { everyMs }).data?.health;
  if (health && isAwaited && health.checked_at !== before) setBefore(undefined);
  // New and changed senders are checked automatically, except those of the sandbox.
  if (health?.checked_at === null && !isAwaited && !isTrial) setBefore(null);
  const start = () =>
    check.mutateAsync({ params: { id }, body: {} }).then(
      () => setBefore(health?.checked_at ?? null),
      () => undefined,
    );
  return { health, isAwaited, check: { ...check, start } };
}

interface Props {
  id: string;
  /** True if the sender only sends to the sandbox. */
  isTrial: boolean;
  mayChange: boolean;
}

/** The results of the checks of a sender's domain, with the DNS records to create. */
export function SendingHealth({ id, isTrial, mayChange }: Props) {
  const { health, isAwaited, check } = useSendingHealth(id, isTrial);
  if (!health) return null;
  const open = health.checks.filter(({ result }) => result !== 'pass').length;
  const hasResults = health.checks.length > 0;
  return (
    <section className="card-body stack-close checks" aria-label={words.sendingHealth}>
      <div className="row">
        <h3>{words.sendingHealth}</h3>
        {hasResults && <Chip {...RESULTS[health.status]} />}
        {isAwaited && <Chip who="clock" label={words.checking} />}
        {!hasResults && !isAwaited && <Chip who="off" label={words.notChecked} />}
        {health.checked_at && (
          <span className="faint">
            <Timestamp at={health.checked_at} />
          </span>
        )}
        {mayChange && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={isAwaited}
            loading={check.isPending}
            onClick={check.start}
          >
            {hasResults ? words.checkAgain : words.checkDomain}
          </Button>
        )}
      </div>
      {check.problem && <ProblemNote problem={check.problem} />}
      {hasResults && (
        <details>
          <summary>
            {open === 0 ? words.allChecksPassed(health.domain) : words.needAttention(open, health.domain)}
          </summary>
          <ul className="stack">
            {health.checks.map((each) => (
              <CheckResult key={each.check} check={each} />
            ))}
          </ul>
        </details>
      )}
      {!isTrial && health.last_test && <LastTest test={health.last_test} />}
    </section>
  );
}
