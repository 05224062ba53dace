import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import type { GraphCalendars } from './graph-calendars.js';
import type { OAuthPerson } from './oauth-server.js';
import type { Asked } from './stand-in.js';

/** What a subscription can watch. */
type Watched = 'inbox' | 'sentitems' | 'events';

/** A subscription to the changes of a mailbox's folder, or of all its calendars. */
export interface GraphSubscription {
  id: string;
  mailbox: string;
  watched: Watched;
  resource: string;
  changeType: string;
  notificationUrl: string;
  lifecycleNotificationUrl: string | null;
  clientState: string | null;
  expirationDateTime: string;
}

interface Answers {
  json(response: Asked['response'], body: object, status?: number): unknown;
  refuse(response: Asked['response'], status: number, code: string): unknown;
  violations: string[];
}

const LONGEST_MS = 4_230 * 60_000;
/** The signed-in person's own mailbox: without application permissions, Graph watches no other one. */
const RESOURCE = /^\/?me\/(?:mailFolders\('(inbox|sentitems)'\)\/messages|(events))$/;

/**
 * Subscriptions of the stand-in for Microsoft Graph: the address is validated before one is created, and gets a
 * notification of each change, with those of other changes at the same time in one request. Addresses without TLS are
 * allowed, as tests have no other.
 */
export function createGraphSubscriptions(calendars: GraphCalendars, { json, refuse, violations }: Answers) {
  const subscriptions = new Map<string, GraphSubscription>();
  const state = {
    isPaused: false,
    /** How a request to create or renew one is refused. */
    refusal: undefined as { status: number; code: string } | undefined,
  };
  const waiting = new Map<string, object[]>();
  const sending = new Set<Promise<unknown>>();
  const statuses: number[] = [];

  const post = async (url: string): Promise<void> => {
    const value = waiting.get(url);
    waiting.delete(url);
    const headers = { 'content-type': 'application/json' };
    const answer = await request(url, { method: 'POST', headers, body: JSON.stringify({ value }) });
    await answer.body.dump();
    statuses.push(answer.statusCode);
  };
  const send = (url: string, value: object) => {
    const others = waiting.get(url);
    if (others) return void others.push(value);
    waiting.set(url, [value]);
    const sent = new Promise((resolve) => setImmediate(resolve)).then(() => post(url)).catch(() => undefined);
    sending.add(sent);
    void sent.finally(() => sending.delete(sent));
  };

  /** Asks the address for the token that only someone who reads requests there can answer. */
  const isValid = async (notificationUrl: string): Promise<boolean> => {
    const url = new URL(notificationUrl);
    const token = `Validation: Testing client application reachability for subscription ${randomUUID()} + ä`;
    url.searchParams.set('validationToken', token);
    const answer = await request(url, { method: 'POST', headers: { 'content-type': 'text/plain' } }).catch(() => null);
    const text = await answer?.body.text();
    const isPlain = String(answer?.headers['content-type']).startsWith('text/plain');
    return answer?.statusCode === 200 && isPlain && text === token;
  };
  const expiryProblem = (expirationDateTime: unknown): boolean => {
    const left = Date.parse(String(expirationDateTime)) - Date.now();
    return !(left > 0 && left <= LONGEST_MS);
  };

  const create = async ({ request: { headers }, response, bytes }: Asked, person: Subscriber) => {
    const given = JSON.parse(bytes.toString('utf8')) as Partial<GraphSubscription>;
    const { resource = '', notificationUrl = '', changeType = '' } = given;
    const [, folder, events] = RESOURCE.exec(resource) ?? [];
    const watched = (folder ?? events) as Watched | undefined;
    const isKnown = changeType.split(',').every((kind) => ['created', 'updated', 'deleted'].includes(kind));
    if (!watched || !isKnown || !URL.canParse(notificationUrl)) return refuse(response, 400, 'InvalidRequest');
    if (!person.scopes.includes(watched === 'events' ? 'Calendars.ReadWrite' : 'Mail.Read'))
      return refuse(response, 403, 'ExtensionError');
    if (expiryProblem(given.expirationDateTime)) return refuse(response, 400, 'InvalidRequest');
    if ((given.clientState ?? '').length > 128) return refuse(response, 400, 'InvalidRequest');
    if (!String(headers.prefer).includes('ImmutableId')) violations.push('a subscription without immutable IDs');
    const urls = [notificationUrl, ...(given.lifecycleNotificationUrl ? [given.lifecycleNotificationUrl] : [])];
    for (const url of urls) if (!(await isValid(url))) return refuse(response, 400, 'ValidationError');
    const subscription = {
      id: randomUUID(),
      mailbox: person.email,
      watched,
      resource,
      changeType,
      notificationUrl,
      lifecycleNotificationUrl: given.lifecycleNotificationUrl ?? null,
      clientState: given.clientState ?? null,
      expirationDateTime: new Date(given.expirationDateTime ?? '').toISOString(),
    };
    subscriptions.set(subscription.id, subscription);
    return json(response, { ...subscription, clientState: null }, 201);
  };

  /** Notifies the subscriptions to a part of a mailbox of a change. */
  const notify = (mailbox: string, watched: Watched, change: string, resource: string, id: string) => {
    if (state.isPaused) return;
    for (const each of subscriptions.values()) {
      const isLive = Date.parse(each.expirationDateTime) > Date.now();
      if (!isLive || each.mailbox !== mailbox || each.watched !== watched || !each.changeType.includes(change))
        continue;
      send(each.notificationUrl, {
        subscriptionId: each.id,
        subscriptionExpirationDateTime: each.expirationDateTime,
        changeType: change,
        resource: `Users/${mailbox}/${resource}/${id}`,
        resourceData: { '@odata.type': `#Microsoft.Graph.${watched === 'events' ? 'Event' : 'Message'}`, id },
        clientState: each.clientState,
        tenantId: '84bd8158-6d4d-4958-8b9f-9d6445542f95',
      });
    }
  };
  calendars.listeners.add((mailbox, _calendarId, change, id) => notify(mailbox, 'events', change, 'Events', id));

  return {
    state,
    subscriptions,
    /** The statuses of the answers to notifications. */
    statuses,
    answer(asked: Asked, person: Subscriber, id: string | undefined): unknown {
      const { response, bytes } = asked;
      const { method } = asked.request;
      if (state.refusal && method !== 'DELETE') return refuse(response, state.refusal.status, state.refusal.code);
      if (id === undefined) {
        if (method === 'POST') return create(asked, person);
        return json(response, { value: [...subscriptions.values()].filter(({ mailbox }) => mailbox === person.email) });
      }
      const found = subscriptions.get(id);
      if (!found || found.mailbox !== person.email) return refuse(response, 404, 'ResourceNotFound');
      if (method === 'DELETE') {
        subscriptions.delete(id);
        return response.writeHead(204).end();
      }
      if (method === 'PATCH') {
        const { expirationDateTime } = JSON.parse(bytes.toString('utf8')) as Partial<GraphSubscription>;
        if (expiryProblem(expirationDateTime)) return refuse(response, 400, 'InvalidRequest');
        found.expirationDateTime = new Date(String(expirationDateTime)).toISOString();
      }
      return json(response, { ...found, clientState: null });
    },
    /** Notifies of a mail that was created in a folder. */
    notifyMail: (mailbox: string, folder: 'inbox' | 'sentitems', id: string) =>
      notify(mailbox, folder, 'created', 'Messages', id),
    /** Sends a notification about a subscription itself. */
    tellLifecycle(id: string, lifecycleEvent: 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed'): void {
      const found = subscriptions.get(id);
      if (lifecycleEvent === 'subscriptionRemoved') subscriptions.delete(id);
      if (found?.lifecycleNotificationUrl) {
        const { clientState, expirationDateTime: subscriptionExpirationDateTime } = found;
        send(found.lifecycleNotificationUrl, {
          subscriptionId: id,
          subscriptionExpirationDateTime,
          clientState,
          lifecycleEvent,
        });
      }
    },
    /** Waits until all notifications were sent. */
    delivered: async () => {
      await Promise.all(sending);
    },
  };
}

type Subscriber = Pick<OAuthPerson, 'email'> & { scopes: readonly string[] };
