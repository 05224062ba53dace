import { graphErrorIn } from '../graph-answers.js';
import {
  type ConnectedApis,
  callConnected,
  channelOf,
  type OpenChannel,
  type PushProvider,
  refusedPush,
  type Watched,
} from './provider.js';

/** What is watched, by its kind. A subscription to events covers all calendars of the mailbox. */
const WATCHED: Readonly<Record<Watched['kind'], { resource: string; changeType: string }>> = {
  mail: { resource: "me/mailFolders('inbox')/messages", changeType: 'created' },
  sent_mail: { resource: "me/mailFolders('sentitems')/messages", changeType: 'created' },
  calendar: { resource: 'me/events', changeType: 'created,updated,deleted' },
};

/** Below the 4,230 minutes that Microsoft has always allowed for mail and events. */
const LASTS_MS = 4_200 * 60_000;
/** IDs that stay when a mail or an event is moved, as readers ask for. */
const PREFER = 'IdType="ImmutableId"';

/** Creates the subscriptions of Microsoft Graph. `graphUrl` has its version: https://graph.microsoft.com/v1.0 */
export function graphPush({ graphUrl, ...apis }: ConnectedApis & { graphUrl: string }): PushProvider {
  const urlOf = ({ id }: OpenChannel) => `${graphUrl}/subscriptions/${encodeURIComponent(id)}`;
  const ending = () => new Date(Date.now() + LASTS_MS).toISOString();
  return {
    source: 'microsoft',
    async open({ kind, connectionId }, { url, token }) {
      const answer = await callConnected(apis, connectionId, {
        method: 'POST',
        url: `${graphUrl}/subscriptions`,
        headers: { prefer: PREFER },
        body: {
          ...WATCHED[kind],
          notificationUrl: url,
          lifecycleNotificationUrl: url,
          expirationDateTime: ending(),
          clientState: token,
        },
      });
      if (answer.status !== 201) throw refusedPush(answer, graphErrorIn(answer.body));
      return subscriptionIn(answer.body);
    },
    async renew({ connectionId }, channel) {
      const answer = await callConnected(apis, connectionId, {
        method: 'PATCH',
        url: urlOf(channel),
        body: { expirationDateTime: ending() },
      });
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw refusedPush(answer, graphErrorIn(answer.body));
      return subscriptionIn(answer.body);
    },
    async close({ connectionId }, channel) {
      const answer = await callConnected(apis, connectionId, { method: 'DELETE', url: urlOf(channel) });
      if (answer.status !== 204 && answer.status !== 404) throw refusedPush(answer, graphErrorIn(answer.body));
    },
  };
}

const subscriptionIn = (body: Record<string, unknown> | undefined): OpenChannel =>
  channelOf(body?.id, null, new Date(String(body?.expirationDateTime)));
