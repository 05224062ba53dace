import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Host } from '../../schemas/meetings/hosts.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { AskFirst } from '../parts/ask-first.js';
import { Asked } from '../parts/asked.js';
import { Confirm } from '../parts/confirm.js';
import { changedIn } from '../parts/field.js';
import { Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { HostCalendar } from './host-calendar.js';
import { HostFeed } from './host-feed.js';
import { HostFields, NUMBERS } from './hosts.js';
import { Hours } from './hours.js';
import { useManages } from './manages.js';
import { MeetingTabs } from './tabs.js';

function HostActions({ host }: { host: Host }) {
  const update = useAct('updateHost');
  const remove = useAct('deleteHost');
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const params = { id: host.id };
  const problem = update.problem ?? remove.problem;
  return (
    <>
      <Button
        variant="default"
        loading={update.busy}
        onClick={() => void update.do({ params, body: { is_active: !host.is_active } }).catch(() => undefined)}
      >
        {host.is_active ? 'Take no bookings' : 'Take bookings'}
      </Button>
      <AskFirst
        title="Edit"
        submit="Save"
        onSubmit={(values) => update.do({ params, body: changedIn(values, host, NUMBERS) as never })}
      >
        {(errorOf) => <HostFields errorOf={errorOf} host={host} />}
      </AskFirst>
      <Button variant="default" onClick={() => setAsks(true)}>
        Remove
      </Button>
      <Confirm
        title="Remove the host"
        opened={asks}
        busy={remove.busy}
        onCancel={() => setAsks(false)}
        onConfirm={() =>
          void remove
            .do({ params })
            .then(() => navigate({ to: '/meetings/hosts' }))
            .catch(() => setAsks(false))
        }
      >
        {host.name} is offered to nobody any more. Meetings of the past stay.
      </Confirm>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

/** A host: the hours in which it can be booked, and its own calendar. */
export function HostPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const manages = useManages();
  const asked = useAsk('getHost', { params: { id } });
  const host = asked.data?.host;
  return (
    <Page title={host?.name ?? 'Host'} actions={host && manages && <HostActions host={host} />}>
      <MeetingTabs />
      <Asked asked={asked}>
        {({ host: known }) => (
          <div className="two">
            <Hours host={known} mayChange={manages} />
            <div className="stack">
              <HostCalendar id={id} mayChange={manages} />
              <HostFeed id={id} name={host?.name ?? 'meetings'} mayChange={manages} />
            </div>
          </div>
        )}
      </Asked>
    </Page>
  );
}
