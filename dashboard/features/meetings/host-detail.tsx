import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Host } from '../../../schemas/meetings/hosts.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { useIsManager } from '../../api/use-is-manager.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { changedFormValues } from '../../components/form-field.js';
import { Page } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/meetings.js';
import { HostCalendar } from './host-calendar.js';
import { HostFeed } from './host-feed.js';
import { HostHours } from './host-hours.js';
import { HostFields, NUMBERS } from './host-list.js';
import { MeetingTabs } from './meeting-tabs.js';

function HostActions({ host }: { host: Host }) {
  const update = useApiMutation('updateHost');
  const remove = useApiMutation('deleteHost');
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const params = { id: host.id };
  const problem = update.problem ?? remove.problem;
  return (
    <>
      <Button
        variant="default"
        loading={update.isPending}
        onClick={() => void update.mutateAsync({ params, body: { is_active: !host.is_active } }).catch(() => undefined)}
      >
        {host.is_active ? words.pauseBookings : words.resumeBookings}
      </Button>
      <ConfirmForm
        title={words.edit}
        submit={words.save}
        onSubmit={(values) => update.mutateAsync({ params, body: changedFormValues(values, host, NUMBERS) })}
      >
        {(errorOf) => <HostFields errorOf={errorOf} host={host} />}
      </ConfirmForm>
      <Button variant="default" onClick={() => setIsConfirming(true)}>
        {words.remove}
      </Button>
      <ConfirmDialog
        title={words.removeHost}
        opened={isConfirming}
        isPending={remove.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() =>
          void remove
            .mutateAsync({ params })
            .then(() => navigate({ to: '/meetings/hosts' }))
            .catch(() => setIsConfirming(false))
        }
      >
        {words.cantBeBookedAnymorePastMeetings(host.name)}
      </ConfirmDialog>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

/** A host: the hours in which it can be booked, and its own calendar. */
export function HostPage() {
  const { id } = useParams({ from: '/shell/meetings/hosts/$id' });
  const manages = useIsManager();
  const hostQuery = useApiQuery('getHost', { params: { id } });
  const host = hostQuery.data?.host;
  return (
    <Page title={host?.name ?? words.host} actions={host && manages && <HostActions host={host} />}>
      <MeetingTabs />
      <QueryBoundary query={hostQuery}>
        {({ host: known, calendar_connected }) => (
          <div className="two">
            <HostHours host={known} mayChange={manages} />
            <div className="stack">
              <HostCalendar id={id} isConnected={calendar_connected} mayChange={manages} />
              <HostFeed id={id} name={host?.name ?? 'meetings'} mayChange={manages} />
            </div>
          </div>
        )}
      </QueryBoundary>
    </Page>
  );
}
