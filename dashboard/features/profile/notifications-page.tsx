import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api/operation-types.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { useIsManager } from '../../api/use-is-manager.js';
import { Checkbox } from '../../components/checkbox.js';
import { Chip } from '../../components/chip.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { Form } from '../../components/form.js';
import { SelectField, TextField } from '../../components/form-field.js';
import { Page } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { offerUndo } from '../../components/undo-toast.js';
import * as words from '../../words/en/notification-settings.js';

type Settings = Answer<'getNotificationSettings'>['settings'];
type Event = keyof Settings['events'];
type Webhook = 'slack' | 'teams';
type Channel = 'email' | Webhook;

const EVENTS: readonly { event: Event; label: string; about?: string }[] = [
  { event: 'reply', label: words.reply },
  { event: 'handoff', label: words.handoff },
  { event: 'task_due', label: words.taskDue },
  { event: 'connection_lost', label: words.connectionLost, about: words.connectionLostAbout },
];
const CHANNELS: Record<Channel, string> = { email: words.email, slack: words.slack, teams: words.teams };
const ALL_CHANNELS = Object.keys(CHANNELS) as Channel[];
/** The time of the weekly summary that is suggested. */
const USUAL_SUMMARY = '08:00';
const ZONES = Intl.supportedValuesOf('timeZone');

/** Reads which channels are checked for each event. */
const eventsOf = (values: Record<string, string>): Settings['events'] =>
  Object.fromEntries(
    EVENTS.map(({ event }) => [event, ALL_CHANNELS.filter((channel) => `${event}.${channel}` in values)]),
  ) as Settings['events'];

/** Returns whether a channel can be chosen: one without a webhook has nowhere to send to. */
const canUse = ({ webhooks }: Settings, channel: Channel): boolean => channel === 'email' || webhooks[channel] !== null;

function EventTable({ settings }: { settings: Settings }) {
  return (
    <table className="event-choices">
      <thead>
        <tr>
          <th scope="col">{words.event}</th>
          {ALL_CHANNELS.map((channel) => (
            <th key={channel} scope="col">
              {CHANNELS[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {EVENTS.map(({ event, label, about }) => (
          <tr key={event}>
            <th scope="row">
              {label}
              {about && <span className="faint"> · {about}</span>}
            </th>
            {ALL_CHANNELS.map((channel) => (
              <td key={channel}>
                <input
                  type="checkbox"
                  name={`${event}.${channel}`}
                  aria-label={words.on(label, CHANNELS[channel])}
                  defaultChecked={settings.events[event].includes(channel)}
                  disabled={!canUse(settings, channel)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SummaryProps {
  settings: Settings;
  errorOf: (name: string) => string | undefined;
}

const WeeklySummary = ({ settings, errorOf }: SummaryProps) => (
  <>
    <Checkbox name="weekly" defaultChecked={settings.weekly_summary !== null}>
      {words.weeklySummary}
      <span className="faint"> · {words.weeklySummaryAbout}</span>
    </Checkbox>
    <TextField
      name="weekly_at"
      label={words.weeklyAt}
      type="time"
      value={settings.weekly_summary?.at ?? USUAL_SUMMARY}
      required
      errorOf={errorOf}
    />
  </>
);

function Events({ settings }: { settings: Settings }) {
  const update = useApiMutation('updateNotificationSettings');
  const isManager = useIsManager();
  const leads = [
    { value: 'own', label: words.ownLeads },
    ...(isManager ? [{ value: 'all', label: words.allLeads }] : []),
  ];
  return (
    <section className="card" aria-labelledby="events">
      <header className="card-head">
        <h2 id="events">{words.whatYouAreNotifiedOf}</h2>
      </header>
      <div className="card-body over">
        <p className="quiet">{words.intro}</p>
        <Form
          submit={words.save}
          variant="default"
          onSubmit={async (values) => {
            const { quiet_from: from, quiet_to: to, timezone, wait_minutes, weekly, weekly_at: at } = values;
            await update.mutateAsync({
              body: {
                events: eventsOf(values),
                leads: values.leads === 'all' ? 'all' : 'own',
                wait_minutes: Number(wait_minutes),
                quiet_hours: from && to ? { from, to } : null,
                weekly_summary: weekly && at ? { at } : null,
                ...(timezone ? { timezone } : {}),
              },
            });
            offerUndo(words.saved);
          }}
        >
          {(errorOf) => (
            <>
              <EventTable settings={settings} />
              <SelectField name="leads" label={words.leads} data={leads} value={settings.leads} errorOf={errorOf} />
              <TextField
                name="wait_minutes"
                label={words.wait}
                type="number"
                value={settings.wait_minutes}
                required
                errorOf={errorOf}
              />
              <div className="row">
                <TextField
                  name="quiet_from"
                  label={words.quietFrom}
                  type="time"
                  value={settings.quiet_hours?.from}
                  errorOf={errorOf}
                />
                <TextField
                  name="quiet_to"
                  label={words.quietTo}
                  type="time"
                  value={settings.quiet_hours?.to}
                  errorOf={errorOf}
                />
              </div>
              <p className="quiet">{words.quietHelp}</p>
              <WeeklySummary settings={settings} errorOf={errorOf} />
              <SelectField
                name="timezone"
                label={words.timezone}
                data={ZONES.includes(settings.timezone) ? ZONES : [settings.timezone, ...ZONES]}
                value={settings.timezone}
                errorOf={errorOf}
              />
            </>
          )}
        </Form>
      </div>
    </section>
  );
}

function SetWebhook({ channel, onDone }: { channel: Webhook; onDone: () => void }) {
  const set = useApiMutation('setNotificationWebhook');
  return (
    <Form
      submit={words.setWebhook}
      variant="default"
      onSubmit={async ({ url = '' }) => {
        await set.mutateAsync({ params: { channel }, body: { url } });
        set.reset();
        onDone();
      }}
    >
      {(errorOf) => (
        <TextField
          name="url"
          label={words.webhookUrl}
          description={channel === 'slack' ? words.slackHelp : words.teamsHelp}
          type="url"
          autoComplete="off"
          required
          errorOf={errorOf}
        />
      )}
    </Form>
  );
}

function WebhookPart({ channel, settings }: { channel: Webhook; settings: Settings }) {
  const [isSetting, setIsSetting] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const remove = useApiMutation('deleteNotificationWebhook');
  const webhook = settings.webhooks[channel];
  if (!webhook || isSetting) {
    return (
      <div className="stack">
        <h3>{CHANNELS[channel]}</h3>
        <SetWebhook channel={channel} onDone={() => setIsSetting(false)} />
      </div>
    );
  }
  return (
    <div className="stack">
      <h3>{CHANNELS[channel]}</h3>
      <p>
        {webhook.disabled_at ? <Chip who="act" label={words.stopped} /> : <Chip who="ok" label={words.working} />}{' '}
        <span className="quiet">{webhook.failure ?? words.postsTo(webhook.host)}</span>
      </p>
      <div className="row">
        {!webhook.disabled_at && <TestButton channel={channel} label={words.sendTest} />}
        <Button variant="default" size="compact-sm" onClick={() => setIsSetting(true)}>
          {words.replaceWebhook}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setIsRemoving(true)}>
          {words.removeWebhook}
        </Button>
      </div>
      {remove.problem && <ProblemNote problem={remove.problem} />}
      <ConfirmDialog
        title={words.removeWebhook}
        opened={isRemoving}
        isPending={remove.isPending}
        onCancel={() => setIsRemoving(false)}
        onConfirm={() =>
          void remove
            .mutateAsync({ params: { channel } })
            .catch(() => undefined)
            .finally(() => setIsRemoving(false))
        }
      >
        {words.removeMeans}
      </ConfirmDialog>
    </div>
  );
}

function TestButton({ channel, label }: { channel: Channel; label: string }) {
  const test = useApiMutation('testNotificationChannel');
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={test.isPending}
        onClick={() => void test.mutateAsync({ params: { channel } }).catch(() => undefined)}
      >
        {label}
      </Button>
      {test.problem && <ProblemNote problem={test.problem} />}
    </>
  );
}

const OUTCOMES = {
  queued: { who: 'clock', label: words.queued },
  delivered: { who: 'ok', label: words.delivered },
  failed: { who: 'act', label: words.failed },
  unknown: { who: 'decide', label: words.unknown },
} as const;

function LastDelivery({ delivery }: { delivery: NonNullable<Settings['last_delivery']> }) {
  return (
    <p role="status">
      {words.outcome}: {CHANNELS[delivery.channel]} <Chip {...OUTCOMES[delivery.status]} />{' '}
      <span className="faint">
        <Timestamp at={delivery.created_at} />
      </span>
      {delivery.failure && <span className="quiet"> {delivery.failure}</span>}
    </p>
  );
}

const WATCH_MS = 2_000;

/** The notifications of the user by email, Slack and Teams. */
export function NotificationsPage() {
  const [isWatched, setIsWatched] = useState(false);
  const asked = useApiQuery('getNotificationSettings', {}, { everyMs: isWatched ? WATCH_MS : 0 });
  const isQueued = asked.data?.settings.last_delivery?.status === 'queued';
  if (isQueued !== isWatched) setIsWatched(isQueued);
  return (
    <Page title={words.notifications}>
      <QueryBoundary query={asked} lines={6}>
        {({ settings }) => (
          <div className="two">
            <Events key={JSON.stringify([settings.events, settings.webhooks])} settings={settings} />
            <section className="card" aria-labelledby="channels">
              <header className="card-head">
                <h2 id="channels">{words.webhooks}</h2>
              </header>
              <div className="card-body over stack">
                <div className="stack">
                  <h3>{words.email}</h3>
                  <div className="row">
                    <TestButton channel="email" label={words.testEmail} />
                  </div>
                </div>
                <WebhookPart channel="slack" settings={settings} />
                <WebhookPart channel="teams" settings={settings} />
                {settings.last_delivery && <LastDelivery delivery={settings.last_delivery} />}
              </div>
            </section>
          </div>
        )}
      </QueryBoundary>
    </Page>
  );
}
