import type { Config } from '../../runtime/config.js';
import { gmailPush } from './gmail.js';
import { googleCalendarPush } from './google-calendar.js';
import { graphPush } from './graph.js';
import type { ConnectedApis, PushProvider, Watched } from './provider.js';

/** Returns the provider of channels for a part of an account; undefined if its changes aren't reported. */
export type PushProviders = (watched: Pick<Watched, 'provider' | 'kind'>) => PushProvider | undefined;

/** Creates the providers of channels, as the settings say. */
export function createPushProviders(
  config: Pick<Config, 'MICROSOFT_GRAPH_URL' | 'GOOGLE_CALENDAR_URL' | 'GMAIL_URL' | 'GOOGLE_PUBSUB_TOPIC'>,
  { api, tokens }: ConnectedApis,
): PushProviders {
  const graph = graphPush({ graphUrl: config.MICROSOFT_GRAPH_URL, api, tokens });
  const googleCalendar = googleCalendarPush({ googleUrl: config.GOOGLE_CALENDAR_URL, api, tokens });
  const topic = config.GOOGLE_PUBSUB_TOPIC;
  const gmail = topic === '' ? undefined : gmailPush({ gmailUrl: config.GMAIL_URL, topic, api, tokens });
  return ({ provider, kind }) => {
    switch (provider) {
      case 'microsoft':
        return graph;
      case 'google':
        return kind === 'calendar' ? googleCalendar : gmail;
      // Its mail servers report through IMAP.
      case 'oauth':
        return undefined;
    }
  };
}
