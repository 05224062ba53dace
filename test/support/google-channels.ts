import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import type { GmailRefusal } from './gmail-server.js';
import type { Asked } from './stand-in.js';

/** A channel that reports changes of a calendar. */
export interface GoogleChannel {
  id: string;
  resourceId: string;
  email: string;
  calendarId: string;
  address: string;
  token: string | undefined;
  expiration: number;
  messages: number;
}

interface Answers {
  json(response: Asked['response'], body: object): unknown;
  refuse(response: Asked['response'], refusal: GmailRefusal): unknown;
  badRequest(response: Asked['response'], message: string): unknown;
}

const LONGEST_SECONDS = 7 * 86_400;

/**
 * The channels of the stand-in for the Google Calendar API: a channel reports itself first, and then each change with
 * headers alone. Addresses without TLS are allowed, as tests have no other.
 */
export function createGoogleChannels({ json, refuse, badRequest }: Answers) {
  const channels = new Map<string, GoogleChannel>();
  const sending = new Set<Promise<unknown>>();
  const statuses: number[] = [];

  const post = async (channel: GoogleChannel, state: 'sync' | 'exists'): Promise<void> => {
    channel.messages += 1;
    const answer = await request(channel.address, {
      method: 'POST',
      headers: {
        'x-goog-channel-id': channel.id,
        'x-goog-message-number': String(channel.messages),
        'x-goog-resource-id': channel.resourceId,
        'x-goog-resource-state': state,
        'x-goog-resource-uri': `https://www.googleapis.com/calendar/v3/calendars/${channel.calendarId}/events?alt=json`,
        'x-goog-channel-expiration': new Date(channel.expiration).toUTCString(),
        ...(channel.token === undefined ? {} : { 'x-goog-channel-token': channel.token }),
      },
    });
    await answer.body.dump();
    statuses.push(answer.statusCode);
  };
  const send = (channel: GoogleChannel, state: 'sync' | 'exists') => {
    const sent = post(channel, state).catch(() => undefined);
    sending.add(sent);
    void sent.finally(() => sending.delete(sent));
  };

  return {
    channels,
    /** The statuses of the answers to reports. */
    statuses,
    watch({ response, bytes }: Asked, email: string, calendarId: string): unknown {
      const given = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
      const { id, type, address, token, params } = given as { params?: { ttl?: string } } & Record<string, string>;
      if (type !== 'web_hook' || !URL.canParse(address ?? ''))
        return badRequest(response, 'a channel without a web hook');
      if (!/^[\w\-+/=]{1,64}$/.test(id ?? '')) return badRequest(response, 'a channel ID that is none');
      if ((token ?? '').length > 256) return badRequest(response, 'a channel token that is too long');
      if (channels.has(id ?? '')) {
        return refuse(response, { status: 400, reason: 'channelIdNotUnique', message: 'Channel id is not unique' });
      }
      const seconds = Math.min(Number(params?.ttl ?? LONGEST_SECONDS), LONGEST_SECONDS);
      const channel: GoogleChannel = {
        id: id as string,
        resourceId: randomUUID().replaceAll('-', ''),
        email,
        calendarId,
        address: address as string,
        token,
        expiration: Date.now() + seconds * 1000,
        messages: 0,
      };
      channels.set(channel.id, channel);
      send(channel, 'sync');
      const { resourceId } = channel;
      const expiration = String(channel.expiration);
      return json(response, {
        kind: 'api#channel',
        id,
        resourceId,
        resourceUri: 'https://example.com',
        token,
        expiration,
      });
    },
    stop({ response, bytes }: Asked): unknown {
      const { id, resourceId } = JSON.parse(bytes.toString('utf8')) as Record<string, string>;
      const found = channels.get(id ?? '');
      if (!found || found.resourceId !== resourceId) {
        return refuse(response, { status: 404, reason: 'notFound', message: `Channel '${id}' not found` });
      }
      channels.delete(found.id);
      return response.writeHead(204).end();
    },
    /** Reports a change of a calendar. */
    notify(email: string, calendarId: string): void {
      for (const channel of channels.values()) {
        const isLive = channel.expiration > Date.now();
        if (isLive && channel.email === email && channel.calendarId === calendarId) send(channel, 'exists');
      }
    },
    /** Waits until all reports were sent. */
    delivered: async () => {
      await Promise.all(sending);
    },
  };
}
