import { googleErrorIn } from '../google-error.js';
import {
  type Answered,
  type ConnectedApis,
  callConnected,
  channelOf,
  type OpenChannel,
  type PushProvider,
  refusedPush,
  type Watched,
} from './provider.js';

/** Gmail has one watch per mailbox, without an ID. */
const WATCH = 'watch';
/** Labels whose changes aren't reported: no one reads these mails, and a draft changes with each word. */
const NOT_WATCHED = ['DRAFT', 'SPAM', 'TRASH'];

/**
 * Creates the watches of the Gmail API, which reports to a topic of Pub/Sub. A subscription of the topic passes the
 * reports on. `gmailUrl` has its version: https://gmail.googleapis.com/gmail/v1
 */
export function gmailPush({
  gmailUrl,
  topic,
  ...apis
}: ConnectedApis & { gmailUrl: string; topic: string }): PushProvider {
  const post = (path: 'watch' | 'stop', { connectionId }: Watched, body?: object): Promise<Answered> =>
    callConnected(apis, connectionId, { method: 'POST', url: `${gmailUrl}/users/me/${path}`, ...(body && { body }) });
  const watch = async (watched: Watched): Promise<OpenChannel> => {
    const answer = await post('watch', watched, {
      topicName: topic,
      labelIds: NOT_WATCHED,
      labelFilterBehavior: 'exclude',
    });
    const { status, body } = answer;
    if (status !== 200) throw refusedPush(answer, googleErrorIn(body));
    return channelOf(WATCH, null, new Date(Number(body?.expiration)));
  };
  return {
    source: 'gmail',
    isPerPerson: true,
    open: watch,
    // Another watch replaces the one before.
    renew: watch,
    async close(watched) {
      const answer = await post('stop', watched);
      if (answer.status !== 200 && answer.status !== 204) throw refusedPush(answer, googleErrorIn(answer.body));
    },
  };
}
