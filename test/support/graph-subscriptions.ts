import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import type { GraphCalendars } from './graph-calendars.js';
import type { Asked } from './stand-in.js';

/** A subscription to the changes of a calendar. */
export interface GraphSubscription {
  id: string;
  mailbox: string;
  calendarId: string;
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
const RESOURCE = /^\/?(?:me|users\/[^/]+)\/(?:calendars\/([^/]+)\/)?events$/;

/**
 * Subscriptions of the stand-in for Microsoft Graph: the address is validated before one is created, and gets a
 * notification of each change. Addresses without TLS are allowed, as tests have no other.
 */
export function createGraphSubscriptions(calendars: GraphCalendars, { json, refuse, violations }: Answers) {
  const subscriptions = new Map<string, GraphSubscription>();
  const state = { isPaused: false };
  const sending = new Set<Promise<unknown>>();

  const post = async (url: string, body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await request(url, { method: 'POST', headers, body: JSON.stringify(body) });
    await answer.body.dump();
    return answer.statusCode;
  };
  const send = (url: string, value: object) => {
    const sent = post(url, { value: [value] }).catch(() => undefined);
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

  const create = async ({ request: { headers }, response, bytes }: Asked, mailbox: string) => {
    const given = JSON.parse(bytes.toString('utf8')) as Partial<GraphSubscription>;
    const { resource = '', notificationUrl = '', changeType = '' } = given;
    const calendarId = decodeURIComponent(RESOURCE.exec(resource)?.[1] ?? '');
    const calendar = calendars.calendarsOf(mailbox).find(({ id }) => id === calendarId);
    const kinds = changeType.split(',');
    const isKnown = kinds.every((kind) => ['created', 'updated', 'deleted'].includes(kind));
    if (!calendar || !isKnown || !URL.canParse(notificationUrl)) return refuse(response, 400, 'InvalidRequest');
    if (expiryProblem(given.expirationDateTime)) return refuse(response, 400, 'InvalidRequest');
    if ((given.clientState ?? '').length > 128) return refuse(response, 400, 'InvalidRequest');
    if (!String(headers.prefer).includes('ImmutableId')) violations.push('a subscription without immutable IDs');
    const urls = [notificationUrl, ...(given.lifecycleNotificationUrl ? [given.lifecycleNotificationUrl] : [])];
    for (const url of urls) if (!(await isValid(url))) return refuse(response, 400, 'ValidationError');
    const subscription = {
      id: randomUUID(),
      mailbox,
      calendarId,
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

  calendars.listeners.add((mailbox, calendarId, change, id) => {
    if (state.isPaused) return;
    for (const each of subscriptions.values()) {
      const isLive = Date.parse(each.expirationDateTime) > Date.now();
      if (!isLive || each.mailbox !== mailbox || each.calendarId !== calendarId || !each.changeType.includes(change))
        continue;
      send(each.notificationUrl, {
        subscriptionId: each.id,
        subscriptionExpirationDateTime: each.expirationDateTime,
        changeType: change,
        resource: `Users/${mailbox}/Events/${id}`,
        resourceData: { '@odata.type': '#Microsoft.Graph.Event', id },
        clientState: each.clientState,
        tenantId: '84bd8158-6d4d-4958-8b9f-9d6445542f95',
      });
    }
  });

  return {
    state,
    subscriptions,
    answer(asked: Asked, mailbox: string, id: string | undefined): unknown {
      const {
        request: { method },
        response,
        bytes,
      } = asked;
      if (id === undefined) {
        if (method === 'POST') return create(asked, mailbox);
        return json(response, { value: [...subscriptions.values()].filter((each) => each.mailbox === mailbox) });
      }
      const found = subscriptions.get(id);
      if (!found || found.mailbox !== mailbox) return refuse(response, 404, 'ResourceNotFound');
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
