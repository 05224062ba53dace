import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { Answer, Body } from '../../api/operation-types.js';
import { useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiList } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { Form } from '../../components/form.js';
import { SelectField, TextField } from '../../components/form-field.js';
import { PagedList } from '../../components/paged-list.js';
import { ProblemNote } from '../../components/problem-note.js';
import { SecretOnce } from '../../components/secret-once.js';
import { dayKeyIn } from '../../components/time/days.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as performance from '../../words/en/performance.js';
import * as words from '../../words/en/shared-report.js';
import { dayOf } from '../../words/reports.js';
import type { Days } from './report-search.js';

type Link = Answer<'listReportLinks'>['links'][number];
type View = Pick<Body<'createReportLink'>, 'workflow_id' | 'owner_id' | 'sender_id' | 'channel' | 'group'>;

const FIXED = 'fixed';
const NEVER = 'never';
const USUAL_EXPIRY = 90;
const EXPIRIES = [
  ...[7, 30, USUAL_EXPIRY, 365].map((days) => ({ value: String(days), label: words.inDays(days) })),
  { value: NEVER, label: words.never },
];

interface Props {
  days: Days;
  /** The filters and the grouping of the page. */
  view: View;
}

/** Returns the number of days, both included. */
const countOf = ({ from, to }: Days): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

function NewLink({ days, view, onMade }: Props & { onMade: (url: string) => void }) {
  const { account } = useSession();
  const create = useApiMutation('createReportLink');
  const count = countOf(days);
  const endsToday = days.to === dayKeyIn(new Date(), account.timezone);
  const spans = [...new Set([...(endsToday ? [count] : []), 7, 30, 90])];
  const periods = [
    ...spans.map((span) => ({ value: String(span), label: words.movingPeriod(words.lastDays(span)) })),
    { value: FIXED, label: performance.period(dayOf(days.from), dayOf(days.to)) },
  ];
  return (
    <Form
      submit={words.createLink}
      onSubmit={async ({ name = '', period = FIXED, expires = NEVER }) => {
        const { url } = await create.mutateAsync({
          body: {
            name,
            ...view,
            ...(period === FIXED ? days : { last_days: Number(period) }),
            expires_in_days: expires === NEVER ? null : Number(expires),
          },
        });
        create.reset();
        onMade(url);
      }}
    >
      {(errorOf) => (
        <>
          <p className="quiet">{words.whatIsShown}</p>
          <TextField name="name" label={words.name} value={words.defaultName} required first errorOf={errorOf} />
          <SelectField
            name="period"
            label={words.period}
            data={periods}
            value={endsToday ? String(count) : FIXED}
            errorOf={errorOf}
          />
          <SelectField
            name="expires"
            label={words.expires}
            data={EXPIRIES}
            value={String(USUAL_EXPIRY)}
            errorOf={errorOf}
          />
          <p className="faint">{words.usesFilters}</p>
        </>
      )}
    </Form>
  );
}

const STATUSES = {
  active: { who: 'ok', label: words.active },
  expired: { who: 'off', label: words.expired },
  suspended: { who: 'act', label: words.suspended },
} as const satisfies Record<Link['status'], object>;

function LinkRow({ link }: { link: Link }) {
  const revoke = useApiMutation('deleteReportLink');
  const [isConfirming, setIsConfirming] = useState(false);
  const period =
    link.last_days === null
      ? performance.period(dayOf(link.from ?? ''), dayOf(link.to ?? ''))
      : words.lastDays(link.last_days);
  return (
    <div className="line">
      <div className="grow">
        <strong>{link.name}</strong> <Chip {...STATUSES[link.status]} />
        <div className="faint">
          {period} ·{' '}
          {link.expires_at && link.status === 'active' ? (
            <>
              {words.expiresOn}
              <Timestamp at={link.expires_at} />
            </>
          ) : (
            !link.expires_at && words.noExpiry
          )}
        </div>
        <div className="faint">
          {words.createdBy(link.created_by_name ?? words.formerUser)}
          <Timestamp at={link.created_at} />
        </div>
        <div className="faint">
          {link.last_opened_at ? (
            <>
              {words.opened(link.openings)}
              <Timestamp at={link.last_opened_at} />
            </>
          ) : (
            words.neverOpened
          )}
        </div>
        {revoke.problem && <ProblemNote problem={revoke.problem} />}
      </div>
      <Button variant="default" size="compact-sm" onClick={() => setIsConfirming(true)}>
        {words.revoke}
      </Button>
      <ConfirmDialog
        title={words.revokeLink}
        opened={isConfirming}
        isPending={revoke.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() =>
          void revoke
            .mutateAsync({ params: { id: link.id } })
            .catch(() => undefined)
            .finally(() => setIsConfirming(false))
        }
      >
        {words.revokeMeans(link.name)}
      </ConfirmDialog>
    </div>
  );
}

function Links() {
  const pages = useApiList('listReportLinks');
  return (
    <PagedList
      pages={pages}
      rows={({ links }) => links}
      label={words.links}
      empty={<p className="quiet">{words.noLinks}</p>}
    >
      {(link) => <LinkRow link={link} />}
    </PagedList>
  );
}

/** Creates links to the report for people without a user, and lists those that exist. */
export function ShareReport(props: Props) {
  const [opened, setOpened] = useState(false);
  const [url, setUrl] = useState<string>();
  const [shown, setShown] = useState<'new' | 'links'>('new');
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {words.share}
      </Button>
      <Modal opened={opened && url === undefined} onClose={() => setOpened(false)} title={words.shareReport} size="lg">
        {/* Tabs of the library would be loaded with every page. */}
        <div role="tablist" className="row">
          {(['new', 'links'] as const).map((tab) => (
            <Button
              key={tab}
              role="tab"
              aria-selected={tab === shown}
              variant={tab === shown ? 'light' : 'subtle'}
              onClick={() => setShown(tab)}
            >
              {tab === 'new' ? words.newLink : words.links}
            </Button>
          ))}
        </div>
        <div role="tabpanel" className="over">
          {shown === 'new' ? <NewLink {...props} onMade={setUrl} /> : <Links />}
        </div>
      </Modal>
      <SecretOnce title={words.yourLink} secret={url} onStored={() => setUrl(undefined)}>
        {words.shownOnce}
      </SecretOnce>
    </>
  );
}
