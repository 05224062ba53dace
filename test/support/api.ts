import { afterAll, beforeAll } from '@jest/globals';
import type { Express } from 'express';
import type { Knex } from 'knex';
import supertest from 'supertest';
import { createApp } from '../../api/app.js';
import type { ApiDependencies } from '../../api/dependencies.js';
import { createKeyRing } from '../../api/http/auth/keys.js';
import { createRequestLog, type RequestLog } from '../../api/http/request-log/request-log.js';
import { routes } from '../../api/routes.js';
import { openDatabase } from '../../db/connection.js';
import type { OutboxItem } from '../../db/outbox.js';
import type { AccountCalendar } from '../../providers/calendar/provider.js';
import { createOAuthClient } from '../../providers/oauth/index.js';
import type { OAuthClient } from '../../providers/oauth/provider.js';
import { systemClock } from '../../runtime/clock.js';
import { loadConfig } from '../../runtime/config.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createAccount, createApiKey, type KeyOptions } from '../../services/accounts/accounts.js';
import { oauthSettingsOf } from '../../services/connections/settings.js';
import { inlineFunctions } from './functions.js';
import { grantingOAuth } from './granting-oauth.js';
import { expectListedErrors } from './unlisted-errors.js';

export const TEST_SECRET = 'a secret of the tests, of more than 32 bytes';

/** An address without a listener. */
const NOBODY = 'http://127.0.0.1:9';

/** Settings of every provider, each with an address where nothing listens; a test that calls one starts a server. */
export const PROVIDER_SETTINGS: NodeJS.ProcessEnv = {
  META_GRAPH_URL: `${NOBODY}/v23.0`,
  TWILIO_URL: NOBODY,
  RETELL_URL: NOBODY,
  SNS_URL: NOBODY,
  DNS_SERVERS: '127.0.0.1:9',
  MICROSOFT_CLIENT_ID: 'microsoft-client',
  MICROSOFT_CLIENT_SECRET: 'microsoft-secret',
  MICROSOFT_TENANT: 'tests',
  MICROSOFT_LOGIN_URL: NOBODY,
  MICROSOFT_GRAPH_URL: `${NOBODY}/v1.0`,
  GMAIL_URL: `${NOBODY}/gmail/v1`,
  GOOGLE_CALENDAR_URL: `${NOBODY}/calendar/v3`,
  GOOGLE_CLIENT_ID: 'google-client',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  GOOGLE_ISSUER_URL: NOBODY,
};

const ONE_CALENDAR: AccountCalendar = {
  id: 'hanna@example.com',
  name: 'Hanna',
  access: 'write',
  timezone: 'Europe/Madrid',
  isPrimary: true,
};

/** The header of a request for metrics and for the details of readiness. */
export const OPERATOR = { authorization: 'Bearer a-metrics-token-of-the-tests' };

/** The service's settings in tests: the environment's database, nothing listening. */
export const testConfig = (overrides: NodeJS.ProcessEnv = {}) =>
  loadConfig({
    ...process.env,
    LAS_SECRET: TEST_SECRET,
    METRICS_TOKEN: 'a-metrics-token-of-the-tests',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://las.test',
    MAIL_PRIVATE_HOSTS: '127.0.0.1:*,localhost:*',
    // Tests share two cores with the servers they use; how the service sheds load has tests of its own.
    DATABASE_WAIT_MS: '20000',
    REQUEST_DEADLINE_MS: '25000',
    OVERLOAD_LAG_MS: '20000',
    ...PROVIDER_SETTINGS,
    ...overrides,
  });

export interface TestAccount {
  accountId: string;
  apiKey: string;
  keyId: string;
  /** Requests with the account's key: `account.request('post', '/leads').send({...})`, below /api/public. */
  request(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string): supertest.Test;
}

export interface TestApi {
  app: Express;
  db: Knex;
  /** Instructions to Temporal that requests committed, in order. */
  dispatched: OutboxItem[];
  /** Takes the requests of the file, and writes them when it is flushed. */
  requestLog: RequestLog;
  account(options?: Partial<KeyOptions> & { timezone?: string; country?: string }): Promise<TestAccount>;
}

/**
 * The API on the test database, for one test file. Temporal is not asked: what would be sent is in `dispatched`.
 * `overrides` are settings, `parts` stand in for what the API is made with.
 */
export function useApi(overrides: NodeJS.ProcessEnv = {}, parts: Partial<ApiDependencies> = {}): TestApi {
  const api = { dispatched: [] as OutboxItem[] } as TestApi;
  const watchErrors = expectListedErrors();
  const functions = inlineFunctions(() => api.db, TEST_SECRET);
  let oauth: OAuthClient;
  beforeAll(() => {
    const config = testConfig(overrides);
    const logger = createLogger(config.LOG_LEVEL, 'test');
    api.db = openDatabase({ url: config.DATABASE_URL, poolSize: 25, waitMs: config.DATABASE_WAIT_MS });
    // A test that signs in with a provider starts a server for it.
    oauth = overrides.MICROSOFT_LOGIN_URL ? createOAuthClient(oauthSettingsOf(config)) : grantingOAuth(config);
    const metrics = createMetrics();
    api.requestLog = createRequestLog({ db: api.db, clock: systemClock, logger, metrics });
    const deps = {
      config,
      db: api.db,
      clock: systemClock,
      logger,
      metrics,
      requestLog: api.requestLog,
      keys: createKeyRing(api.db, systemClock),
      dispatch: (items: OutboxItem[]) => void api.dispatched.push(...items),
      functions,
      oauth,
      // The same with calendars.
      ...(overrides.MICROSOFT_LOGIN_URL ? {} : { calendars: () => ({ calendars: async () => [ONE_CALENDAR] }) }),
      temporalHealthy: () => true,
      ...parts,
    };
    api.app = createApp(deps);
    watchErrors(api.app, routes(deps));
    api.account = async ({ timezone, country, ...key } = {}) => {
      const { accountId } = await createAccount(api.db, new Date(), { name: 'Test', timezone, country });
      const { apiKey, keyId } = await createApiKey(api.db, new Date(), { rateLimit: 1_000_000, ...key, accountId });
      return {
        accountId,
        apiKey,
        keyId,
        request: (method, path) => supertest(api.app)[method](`/api/public${path}`).set('X-API-Key', apiKey),
      };
    };
  });
  afterAll(async () => {
    await functions.close();
    await oauth.close();
    await api.db.destroy();
  });
  return api;
}
