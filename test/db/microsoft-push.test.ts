import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { type TestAccount, testConfig, useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { startGraphServer } from '../support/graph-server.js';
import { addLead } from '../support/messaging.js';
import { startOAuthServer } from '../support/oauth-server.js';
import { usePush } from '../support/push.js';
import { connected, signIn } from '../support/sign-in.js';

const provider = await startOAuthServer();
const graph = await startGraphServer(provider);
const settings = { ...provider.settings, MICROSOFT_GRAPH_URL: graph.url };
const api = useApi(settings);
const push = usePush(api, testConfig(settings));
afterAll(async () => {
  expect([...provider.violations, ...graph.violations]).toEqual([]);
  await Promise.all([provider.stop(), graph.stop()]);
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let account: TestAccount;
let email: string;
let connectionId: string;
let senderId: string;
let hostId: string;

beforeEach(async () => {
  account = await api.account();
  email = `${newId()}@example.com`;
  provider.state.person = { subject: newId(), email };
  graph.subscriptions.state.refusal = undefined;
  graph.subscriptions.subscriptions.clear();
  graph.subscriptions.statuses.length = 0;
  const purposes = ['send_mail', 'read_mail', 'calendars'];
  connectionId = await connected(api, account, { provider: 'microsoft', purposes });
  const sender = { name: 'Ana', from_email: email, connection_id: connectionId };
  senderId = (await account.request('post', '/email-senders').send(sender).expect(201)).body.email_sender.id;
  await account.request('put', `/email-senders/${senderId}/mailbox`).send({ connection_id: connectionId }).expect(200);
  const host = { name: 'Ana', email, timezone: 'Europe/Madrid' };
  hostId = (await account.request('post', '/hosts').send(host).expect(201)).body.host.id;
  const calendar = { provider: 'microsoft', connection_id: connectionId };
  await account.request('put', `/hosts/${hostId}/calendar`).send(calendar).expect(200);
  const [primary] = graph.calendars.calendarsOf(email);
  await api.db('calendar_connections').where({ host_id: hostId }).update({ calendar_url: primary?.id });
  api.dispatched.length = 0;
});

const subscriptions = () => [...graph.subscriptions.subscriptions.values()];
const watched = () =>
  subscriptions()
    .map((each) => each.watched)
    .sort();
const idOf = (name: string) => subscriptions().find((each) => each.watched === name)?.id ?? '';
const woken = () => api.dispatched.map(({ workflowId }) => workflowId);
const channelOf = (kind: 'mail' | 'sent_mail' | 'calendar') => api.db('push_channels').where({ kind }).first();
const mail = (from: string, to: string, id: string) =>
  `From: ${from}\r\nTo: ${to}\r\nSubject: Hello\r\nMessage-ID: <${id}@example.net>\r\n\r\nYes.\r\n`;
const report = (value: object[]) =>
  fetch(`${push.origin()}/hooks/push/microsoft`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ value }),
  });

describe('the subscriptions of a connection to Microsoft', () => {
  it('cover the inbox, the Sent items and the calendars once, also when several workers open them', async () => {
    await Promise.all([push.turn(), push.turn(), push.turn()]);
    expect(watched()).toEqual(['events', 'inbox', 'sentitems']);
    const channels = await push.channels();
    expect(channels.map(({ kind, channel_id, last_error }) => [kind, channel_id, last_error])).toEqual([
      ['calendar', idOf('events'), null],
      ['mail', idOf('inbox'), null],
      ['sent_mail', idOf('sentitems'), null],
    ]);
    for (const { expires_at } of channels) expect(expires_at?.getTime()).toBeGreaterThan(Date.now() + 2 * DAY_MS);
  });

  it('are renewed halfway, and opened again after Microsoft has lost them', async () => {
    await push.turn();
    const [before, ids] = [await channelOf('mail'), subscriptions().map(({ id }) => id)];
    await push.turn(DAY_MS);
    expect((await channelOf('mail'))?.expires_at).toEqual(before?.expires_at);
    graph.subscriptions.subscriptions.delete(idOf('events'));
    await push.turn(2 * DAY_MS);
    expect(watched()).toEqual(['events', 'inbox', 'sentitems']);
    expect(ids).toContain(idOf('inbox'));
    expect(ids).not.toContain(idOf('events'));
    expect((await channelOf('mail'))?.expires_at?.getTime()).toBeGreaterThan(before?.expires_at?.getTime() ?? 0);
  });

  it('are closed when the mailbox is removed, and the host’s calendar disconnected', async () => {
    await push.turn();
    await account.request('delete', `/email-senders/${senderId}/mailbox`).expect(204);
    await push.turn();
    expect(watched()).toEqual(['events']);
    await account.request('delete', `/hosts/${hostId}/calendar`).expect(204);
    await push.turn();
    expect(watched()).toEqual([]);
    expect(await push.channels()).toEqual([]);
  });

  it('are forgotten with a connection that is deleted', async () => {
    await push.turn();
    await account.request('delete', `/email-senders/${senderId}`).expect(204);
    await account.request('delete', `/hosts/${hostId}/calendar`).expect(204);
    await account.request('delete', `/connections/${connectionId}`).expect(204);
    await push.turn();
    expect(await push.channels()).toEqual([]);
  });

  it('aren’t opened for shared mailboxes, which Microsoft doesn’t report', async () => {
    const purposes = ['send_mail', 'read_mail', 'shared_mailboxes'];
    const shared = await connected(api, account, { provider: 'microsoft', purposes });
    const mailbox = { connection_id: shared, shared_mailbox: 'sales@example.com' };
    await account.request('put', `/email-senders/${senderId}/mailbox`).send(mailbox).expect(200);
    await push.turn();
    expect(watched()).toEqual(['events']);
  });

  it('are tried again with growing pauses while Microsoft refuses them', async () => {
    graph.subscriptions.state.refusal = { status: 403, code: 'ExtensionError' };
    await push.turn();
    expect(await channelOf('mail')).toMatchObject({
      failures: 1,
      last_error: 'The provider returned 403: ExtensionError: Error: ExtensionError',
    });
    await push.turn(90_000);
    await push.turn(2 * 90_000);
    expect(await channelOf('mail')).toMatchObject({ failures: 2 });
    graph.subscriptions.state.refusal = undefined;
    await push.turn(HOUR_MS);
    expect(await channelOf('mail')).toMatchObject({ failures: 0, last_error: null });
    expect(watched()).toEqual(['events', 'inbox', 'sentitems']);
  });

  it('continue at once after the next sign-in', async () => {
    provider.withdraw(provider.state.person.subject);
    await push.turn();
    expect(watched()).toEqual([]);
    const { body } = await account.request('post', `/connections/${connectionId}/reconnect`).expect(200);
    expect((await signIn(api, body.authorize_url)).status).toBe(200);
    await push.turn();
    expect(watched()).toEqual(['events', 'inbox', 'sentitems']);
  });
});

describe('a mailbox and a calendar that Microsoft reports', () => {
  const states = async () => {
    const { mailbox } = (await account.request('get', `/email-senders/${senderId}/mailbox`).expect(200)).body;
    const { calendar } = (await account.request('get', `/hosts/${hostId}/calendar`).expect(200)).body;
    return [mailbox.push, calendar.push];
  };

  it('say whether changes are reported, and when one was', async () => {
    expect(await states()).toEqual([null, null]);
    await push.turn();
    const active = { status: 'active', error: null, expires_at: expect.any(String), last_reported_at: null };
    expect(await states()).toEqual([active, active]);
    graph.deliver(email, mail('lead@example.net', email, 'in-2'));
    await graph.subscriptions.delivered();
    expect(await states()).toEqual([{ ...active, last_reported_at: expect.any(String) }, active]);
  });

  it('say why they aren’t reported, and stay active while only the renewal fails', async () => {
    graph.subscriptions.state.refusal = { status: 403, code: 'ExtensionError' };
    await push.turn();
    const error = 'The provider returned 403: ExtensionError: Error: ExtensionError';
    const failed = { status: 'failed', error, expires_at: null, last_reported_at: null };
    expect(await states()).toEqual([failed, failed]);
    graph.subscriptions.state.refusal = undefined;
    await push.turn(HOUR_MS);
    graph.subscriptions.state.refusal = { status: 503, code: 'ServiceUnavailable' };
    await push.turn(2 * DAY_MS);
    const renewalFails = { status: 'active', error: expect.stringContaining('503') };
    expect(await states()).toMatchObject([renewalFails, renewalFails]);
  });
});

describe('a report from Microsoft', () => {
  it('leads to reading received and sent emails long before the next look', async () => {
    await addLead(api.db, account.accountId, { email: 'lead@example.net' });
    await push.turn();
    const kept = () => api.db('inbound_events').where({ account_id: account.accountId }).orderBy('id');
    const row = () => api.db('mailboxes').where({ sender_id: senderId }).first();
    await push.reading(async () => {
      // The first look at both folders has ended.
      await eventually(async () => ((await row())?.sync_token && (await row())?.sent_token ? true : undefined));
      graph.deliver(email, mail('lead@example.net', email, 'in-1'));
      await eventually(async () => ((await kept()).length === 1 ? true : undefined));
      graph.send(email, mail(email, 'lead@example.net', 'out-1'));
      await eventually(async () => ((await kept()).length === 2 ? true : undefined));
    });
    expect((await kept()).map(({ payload }) => /(in|out)-1/.exec(String(payload))?.[0])).toEqual(['in-1', 'out-1']);
    expect(new Set(graph.subscriptions.statuses)).toEqual(new Set([204]));
  });

  it('wakes the sync of the calendar, once for several changes in a request', async () => {
    await push.turn();
    const at = (time: string) => ({ dateTime: `2026-12-01T${time}`, timeZone: 'UTC' });
    for (const hour of ['10', '12']) {
      graph.calendars.addEvent(email, { subject: 'Private', start: at(`${hour}:00:00`), end: at(`${hour}:30:00`) });
    }
    await graph.subscriptions.delivered();
    expect(woken()).toEqual([`calendar-sync/${hostId}`]);
    expect((await channelOf('calendar'))?.noticed_at).not.toBeNull();
  });

  it('of missed changes leads to a look as well', async () => {
    await push.turn();
    graph.subscriptions.tellLifecycle(idOf('events'), 'missed');
    await graph.subscriptions.delivered();
    expect(woken()).toEqual([`calendar-sync/${hostId}`]);
  });

  it('that a subscription was removed leads to a look and to the next subscription', async () => {
    await push.turn();
    const removed = idOf('events');
    graph.subscriptions.tellLifecycle(removed, 'subscriptionRemoved');
    await graph.subscriptions.delivered();
    expect(woken()).toEqual([`calendar-sync/${hostId}`]);
    await push.turn();
    expect(watched()).toEqual(['events', 'inbox', 'sentitems']);
    expect(idOf('events')).not.toBe(removed);
  });

  it('that access has to be confirmed leads to a renewal', async () => {
    await push.turn();
    const subscription = subscriptions().find((each) => each.watched === 'inbox');
    Object.assign(subscription ?? {}, { expirationDateTime: new Date(Date.now() + HOUR_MS).toISOString() });
    graph.subscriptions.tellLifecycle(subscription?.id ?? '', 'reauthorizationRequired');
    await graph.subscriptions.delivered();
    await push.turn();
    expect(Date.parse(subscription?.expirationDateTime ?? '')).toBeGreaterThan(Date.now() + DAY_MS);
  });

  it('gets the same answer whatever its token is, and has an effect with a valid one only', async () => {
    await push.turn();
    const channel = await channelOf('calendar');
    const valid = push.tokens.sign(channel?.id ?? '');
    const forged = `${valid.slice(0, -4)}${valid.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    const reportWith = (clientState: unknown) => ({
      subscriptionId: channel?.channel_id,
      clientState,
      changeType: 'updated',
    });
    for (const token of [forged, push.tokens.sign(newId()), '', null, 7, channel?.id]) {
      expect((await report([reportWith(token)])).status).toBe(204);
    }
    expect(woken()).toEqual([]);
    expect((await channelOf('calendar'))?.noticed_at).toBeNull();
    expect((await report([reportWith(forged), reportWith(valid)])).status).toBe(204);
    expect(woken()).toEqual([`calendar-sync/${hostId}`]);
  });

  it('about a calendar that was disconnected has no effect', async () => {
    await push.turn();
    const token = push.tokens.sign((await channelOf('calendar'))?.id ?? '');
    await account.request('delete', `/hosts/${hostId}/calendar`).expect(204);
    await push.turn();
    api.dispatched.length = 0;
    expect((await report([{ clientState: token }])).status).toBe(204);
    expect(woken()).toEqual([]);
  });

  it('is refused if it isn’t one, or if it is too large', async () => {
    const post = (body: string, source = 'microsoft') =>
      fetch(`${push.origin()}/hooks/push/${source}`, { method: 'POST', body });
    expect((await post('{')).status).toBe(400);
    expect((await post('[]')).status).toBe(400);
    expect((await report(Array.from({ length: 1_001 }, () => ({})))).status).toBe(400);
    expect((await post(' '.repeat(2 * 1024 * 1024))).status).toBe(413);
    expect((await post('{}', 'other')).status).toBe(404);
  });

  it('can’t make the service return a page', async () => {
    const token = '<script>alert(1)</script>';
    const url = `${push.origin()}/hooks/push/microsoft?validationToken=${encodeURIComponent(token)}`;
    const answer = await fetch(url, { method: 'POST' });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toBe(token);
    const long = await fetch(`${push.origin()}/hooks/push/microsoft?validationToken=${'a'.repeat(2_001)}`, {
      method: 'POST',
    });
    expect(long.status).toBe(400);
  });
});
