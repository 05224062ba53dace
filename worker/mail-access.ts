import type { GraphAccess } from '../providers/email/graph.js';
import { openConnection } from '../providers/json-api.js';
import { createOAuthClient } from '../providers/oauth/index.js';
import { publicUrl, secretsOf } from '../runtime/config.js';
import { createSecretBox } from '../runtime/secret-box.js';
import { systemSender } from '../services/channels/system-sender.js';
import { createAccessTokens } from '../services/connections/access-tokens.js';
import { oauthSettingsOf } from '../services/connections/settings.js';
import type { WorkerOptions } from './dependencies.js';

/** Opens the way to Microsoft Graph, with the access tokens of connections, for the whole process. */
export function createGraphAccess({
  config,
  db,
  clock,
  logger,
  dispatcher,
}: Omit<WorkerOptions, 'graph' | 'metrics'>): GraphAccess & { close(): Promise<void> } {
  const oauth = createOAuthClient(oauthSettingsOf(config));
  const api = openConnection();
  const box = createSecretBox(secretsOf(config));
  const tokens = createAccessTokens({
    db,
    clock,
    dispatch: dispatcher.offer,
    box,
    system: systemSender(config),
    publicUrl: publicUrl(config),
    oauth,
    logger,
  });
  return {
    graphUrl: config.MICROSOFT_GRAPH_URL,
    api,
    tokens,
    close: async () => {
      await Promise.all([api.close(), oauth.close()]);
    },
  };
}
