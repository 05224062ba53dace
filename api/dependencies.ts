import type { Db } from '../db/connection.js';
import type { OutboxItem } from '../db/outbox.js';
import type { MeetingUrl } from '../db/work.js';
import type { ConnectedSettings } from '../providers/calendar/index.js';
import type { ConnectedCalendarProvider } from '../providers/calendar/provider.js';
import type { ModelProvider } from '../providers/model/provider.js';
import type { OAuthClient } from '../providers/oauth/provider.js';
import type { SingleSignOn } from '../providers/oauth/single-sign-on.js';
import type { Clock } from '../runtime/clock.js';
import type { Config } from '../runtime/config.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';
import type { SafeFetch } from '../runtime/safe-fetch.js';
import type { FunctionRunner } from '../temporal/functions.js';
import type { QueueState } from '../temporal/pollers.js';
import type { KeyRing } from './http/auth/keys.js';
import type { RequestLog } from './http/request-log/request-log.js';

/** The dependencies of handlers. */
export interface ApiDependencies {
  config: Config;
  db: Db;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  keys: KeyRing;
  /** Takes the requests with API keys; they aren't logged, if not given. */
  requestLog?: RequestLog;
  /** Tries instructions to Temporal right after their commit; never throws and is not waited for. */
  dispatch: (items: OutboxItem[]) => void;
  /** Fetches files by addresses that others name; one that reaches public addresses only, if not given. */
  images?: SafeFetch;
  /** Calls the models of test conversations. Defaults to a client that reaches the hosts that the settings allow. */
  models?: Pick<ModelProvider, 'ask'>;
  /** Signs people in with Google and Microsoft; as the settings say, if not given. */
  oauth?: OAuthClient;
  /** Lists the calendars of connections; as the settings say, if not given. */
  calendars?: (settings: ConnectedSettings) => Pick<ConnectedCalendarProvider, 'calendars'>;
  /** Signs users in with the issuer of single sign-on; as the settings say, if not given. */
  singleSignOn?: SingleSignOn;
  /** Runs cloud functions and waits for them. */
  functions: FunctionRunner;
  /** Returns whether Temporal answers; told by `/readyz` only. */
  temporalHealthy: () => boolean | Promise<boolean>;
  /** The state of the task queues, only for `/system`; undefined while Temporal is unavailable. */
  queues?: () => Promise<QueueState[] | undefined>;
  /** Makes the address of a meeting's page; set where the app is created. */
  meetingUrl?: MeetingUrl;
  /** True if requests are traced. */
  traced?: boolean;
  /** Called when a proxy forwards requests although none is trusted. */
  onProxyIgnored?: () => void;
  /** Aborted once the process is to end; told by `/readyz` only. */
  stopping?: AbortSignal;
}
