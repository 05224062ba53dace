import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import type { Asked } from './stand-in.js';

/** A watch of a mailbox. */
interface GmailWatch {
  topicName: string;
  excluded: string[];
  expiration: number;
}

/** The push subscription of the topic: where it sends, and the token of its service account. */
export interface PushSubscription {
  address: string;
  token(): string;
}

interface Answers {
  json(response: Asked['response'], body: object): unknown;
  badRequest(response: Asked['response'], message: string): unknown;
}

const LASTS_MS = 7 * 86_400_000;

/** The watches of the stand-in for the Gmail API, with Google's Pub/Sub behind them. */
export function createGmailWatches({ json, badRequest }: Answers) {
  const watches = new Map<string, GmailWatch>();
  const sending = new Set<Promise<unknown>>();
  const statuses: number[] = [];
  const state = { subscription: undefined as PushSubscription | undefined };

  const post = async ({ address, token }: PushSubscription, data: object): Promise<void> => {
    const message = {
      data: Buffer.from(JSON.stringify(data)).toString('base64'),
      messageId: randomUUID(),
      publishTime: new Date().toISOString(),
    };
    const answer = await request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token()}` },
      body: JSON.stringify({ message, subscription: 'projects/test/subscriptions/gmail' }),
    });
    await answer.body.dump();
    statuses.push(answer.statusCode);
  };

  return {
    state,
    watches,
    /** The statuses of the answers to reports. */
    statuses,
    watch({ response, bytes }: Asked, email: string, historyId: string): unknown {
      const given = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
      const { topicName, labelIds = [], labelFilterBehavior = 'include' } = given;
      if (!/^projects\/[^/]+\/topics\/[^/]+$/.test(String(topicName)))
        return badRequest(response, 'a watch without a topic');
      if (labelFilterBehavior !== 'exclude') return badRequest(response, 'a watch that leaves mails out');
      const expiration = Date.now() + LASTS_MS;
      watches.set(email, { topicName: String(topicName), excluded: labelIds as string[], expiration });
      return json(response, { historyId, expiration: String(expiration) });
    },
    stop({ response }: Asked, email: string): unknown {
      watches.delete(email);
      return response.writeHead(204).end();
    },
    /** Reports a change of a mailbox. */
    notify(emailAddress: string, historyId: string, labelIds: readonly string[]): void {
      const watch = watches.get(emailAddress);
      if (!watch || !state.subscription || labelIds.some((label) => watch.excluded.includes(label))) return;
      const sent = post(state.subscription, { emailAddress, historyId: Number(historyId) }).catch(() => undefined);
      sending.add(sent);
      void sent.finally(() => sending.delete(sent));
    },
    /** Waits until all reports were sent. */
    delivered: async () => {
      await Promise.all(sending);
    },
  };
}
