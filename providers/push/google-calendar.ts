import { newId } from '../../runtime/ids.js';
import { googleErrorIn } from '../google-error.js';
import { type ConnectedApis, callConnected, channelOf, type PushProvider, refusedPush } from './provider.js';

/** The longest that Google allows without a request for more. */
const LASTS_SECONDS = 7 * 86_400;

/** Creates the channels of the Google Calendar API. `googleUrl` has its version: https://www.googleapis.com/calendar/v3 */
export function googleCalendarPush({ googleUrl, ...apis }: ConnectedApis & { googleUrl: string }): PushProvider {
  return {
    source: 'google-calendar',
    async open({ connectionId, resource }, { url, token }) {
      const id = newId();
      const answer = await callConnected(apis, connectionId, {
        method: 'POST',
        url: `${googleUrl}/calendars/${encodeURIComponent(resource)}/events/watch`,
        body: { id, type: 'web_hook', address: url, token, params: { ttl: String(LASTS_SECONDS) } },
      });
      const { status, body } = answer;
      if (status !== 200) throw refusedPush(answer, googleErrorIn(body));
      return channelOf(id, body?.resourceId, new Date(Number(body?.expiration)));
    },
    // Google has no renewal: another channel replaces it.
    renew: async () => undefined,
    async close({ connectionId }, { id, resource }) {
      const answer = await callConnected(apis, connectionId, {
        method: 'POST',
        url: `${googleUrl}/channels/stop`,
        body: { id, resourceId: resource },
      });
      if (![200, 204, 404].includes(answer.status)) throw refusedPush(answer, googleErrorIn(answer.body));
    },
  };
}
