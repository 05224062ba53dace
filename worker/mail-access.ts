import type { CalendarAccess } from '../providers/calendar/connected.js';
import type { GmailAccess } from '../providers/email/gmail.js';
import type { GraphAccess } from '../providers/email/graph.js';
import { openConnection } from '../providers/json-api.js';
import { createOAuthClient } from '../providers/oauth/index.js';
import type { LoginTokens } from '../providers/oauth/provider.js';
import { publicUrl, secretsOf } from '../runtime/config.js';
import { createSecretBox } from '../runtime/secret-box.js';
import { systemMail } from '../services/channels/system-sender.js';
import { createAccessTokens } from '../services/connections/access-tokens.js';
import { oauthSettingsOf } from '../services/connections/settings.js';
import type { WorkerOptions } from './dependencies.js';

/** How the mailboxes and calendars of connections are reached: with their tokens, by the API of a provider or not. */
export interface MailAccess {
  of: { tokens: LoginTokens; graph: GraphAccess; gmail: GmailAccess; connected: CalendarAccess };
  close(): Promise<void>;
}

/** Opens the way to the APIs of mail and calendars, with the access tokens of connections, for the whole process. */
export function createMailAccess({
  config,
  db,
  clock,
  logger,
  dispatcher,
}: Omit<WorkerOptions, 'tokens' | 'graph' | 'gmail' | 'connected' | 'metrics'>): MailAccess {
  const oauth = createOAuthClient(oauthSettingsOf(config));
  const api = openConnection();
  const box = createSecretBox(secretsOf(config));
  const tokens = createAccessTokens({
    db,
    clock,
    dispatch: dispatcher.offer,
    box,
    system: systemMail(config),
    publicUrl: publicUrl(config),
    oauth,
    logger,
  });
  const shared = { api, tokens };
  return {
    of: {
      tokens,
      graph: { graphUrl: config.MICROSOFT_GRAPH_URL, ...shared },
      gmail: { gmailUrl: config.GMAIL_URL, ...shared },
      connected: { googleUrl: config.GOOGLE_CALENDAR_URL, graphUrl: config.MICROSOFT_GRAPH_URL, ...shared },
    },
    close: async () => {
      await Promise.all([api.close(), oauth.close()]);
    },
  };
}
