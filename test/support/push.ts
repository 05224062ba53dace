import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { openConnection } from '../../providers/json-api.js';
import { createOAuthClient } from '../../providers/oauth/index.js';
import { createPushProviders } from '../../providers/push/index.js';
import { systemClock } from '../../runtime/clock.js';
import type { Config } from '../../runtime/config.js';
import { createLogger } from '../../runtime/logger.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { createAccessTokens } from '../../services/connections/access-tokens.js';
import { oauthSettingsOf } from '../../services/connections/settings.js';
import { advanceDueChannels, compareChannels, type PushDependencies } from '../../services/inbound/push-channels.js';
import { createPushTokens } from '../../services/inbound/push-tokens.js';
import { startMailboxes } from '../../worker/mailboxes.js';
import { TEST_SECRET, type TestApi } from './api.js';

/** The worker's part of reported changes, for one test file: an API that providers reach, and the channels to it. */
export function usePush(api: TestApi, config: Config) {
  const [json, oauth] = [openConnection(), createOAuthClient(oauthSettingsOf(config))];
  const box = createSecretBox([TEST_SECRET]);
  const logger = createLogger('silent', 'test');
  const tokens = createPushTokens([TEST_SECRET]);
  let server: Server;
  let dbTokens: ReturnType<typeof createAccessTokens>;
  const work = () => ({ db: api.db, clock: systemClock, dispatch: () => undefined });
  beforeAll(async () => {
    server = createServer(api.app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    dbTokens = createAccessTokens({ ...work(), box, publicUrl: '', oauth, logger });
    // Those that earlier files left have servers that don't answer any more.
    for (const table of ['mailboxes', 'calendar_connections'] as const) await api.db(table).delete();
  });
  beforeEach(async () => {
    for (const table of ['push_channels', 'mailboxes', 'calendar_connections'] as const) await api.db(table).delete();
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await Promise.all([json.close(), oauth.close()]);
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const depsAt = (laterMs: number): PushDependencies => ({
    db: api.db,
    clock: { now: () => new Date(Date.now() + laterMs) },
    logger,
    providers: createPushProviders(config, { api: json, tokens: dbTokens }),
    tokens,
    baseUrl: origin(),
  });
  return {
    tokens,
    origin,
    /** Does what the worker does in a turn, until nothing is due, at a later time. */
    async turn(laterMs = 0): Promise<void> {
      const deps = depsAt(laterMs);
      await compareChannels(deps, { mailboxes: '', calendars: '' });
      while ((await advanceDueChannels(deps)) > 0);
    },
    channels: () => api.db('push_channels').orderBy(['kind', 'resource']),
    /** Reads mailboxes as the worker does, with a pause between two looks that no test waits for. */
    async reading<T>(during: () => Promise<T>, lookMs = 3_600_000): Promise<T> {
      const access = { api: json, tokens: dbTokens };
      const loop = startMailboxes({
        ...work(),
        logger,
        box,
        privateHosts: [],
        graph: { graphUrl: config.MICROSOFT_GRAPH_URL, ...access },
        gmail: { gmailUrl: config.GMAIL_URL, ...access },
        syncPace: { lookMs, answerMs: 5_000 },
      });
      try {
        return await during();
      } finally {
        await loop.stop();
      }
    },
  };
}
