import type { Knex } from 'knex';
import { sendWaitingDigests } from '../activities/digests.js';
import { type Activities, createActivities } from '../activities/index.js';
import { createCalendarProviders } from '../providers/calendar/index.js';
import { createEmailProviders } from '../providers/email/index.js';
import { createVoiceProviders } from '../providers/voice/index.js';
import { createWhatsAppProviders } from '../providers/whatsapp/index.js';
import type { Clock } from '../runtime/clock.js';
import { apiUrl, type Config, publicUrl, secretsOf } from '../runtime/config.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';
import { createSafeFetch } from '../runtime/safe-fetch.js';
import { createSecretBox } from '../runtime/secret-box.js';
import { createBreakers } from '../services/breakers.js';
import { createMeetingLinks } from '../services/meeting-links.js';
import { startSandboxCall } from '../services/sandbox-calls.js';
import { createSenderCache } from '../services/sender-cache.js';
import { createMailLinks } from '../services/tracking-links.js';
import { providerAddresses } from '../services/whatsapp-numbers.js';
import type { Dispatcher } from '../temporal/dispatcher.js';
import { lazySandboxes } from './lazy-sandboxes.js';

/** Less than whoever waits for a run has patience for, so that they hear that all sandboxes are busy. */
const POOL_WAIT_MS = 8_000;

export interface WorkerOptions {
  config: Config;
  db: Knex;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  dispatcher: Dispatcher;
  /** Aborted once the process is to end. */
  stopping?: AbortSignal;
}

/** The activities with everything they need, what mails digests, and what has to be closed after them. */
export function createWorkerActivities(options: WorkerOptions): {
  activities: Activities;
  sendWaitingDigests(): Promise<void>;
  close(): Promise<void>;
} {
  const { config, db, clock, logger, metrics, dispatcher, stopping } = options;
  const secrets = secretsOf(config);
  const email = createEmailProviders(db, { allowPrivateSmtp: config.SMTP_ALLOW_PRIVATE });
  const breakers = createBreakers({ db, clock, logger, metrics });
  const whatsapp = createWhatsAppProviders(db, providerAddresses(config));
  const calendars = createCalendarProviders({ allowPrivate: config.CALENDAR_ALLOW_PRIVATE });
  const voice = createVoiceProviders(db, {
    retellUrl: config.RETELL_URL,
    allowPrivate: config.VOICE_ALLOW_PRIVATE,
    startCall: async (call) => dispatcher.offer(await startSandboxCall(db, clock.now(), call)),
  });
  const webhooks = createSafeFetch();
  const pool = lazySandboxes({
    size: config.FUNCTION_POOL_SIZE,
    maxWaiting: config.FUNCTION_POOL_SIZE * 10,
    maxWaitMs: POOL_WAIT_MS,
  });
  const box = createSecretBox(secrets);
  const activities = createActivities({
    db,
    clock,
    logger,
    metrics,
    email,
    whatsapp,
    voice,
    calendars,
    webhooks,
    meetingLinks: createMeetingLinks(secrets, publicUrl(config)),
    box,
    functions: { db, clock, pool, box, fetch: webhooks },
    links: createMailLinks(secrets, publicUrl(config)),
    senderOf: createSenderCache(db, clock),
    apiUrl: apiUrl(config),
    breakers,
    heldBack: breakers.holdOf,
    dispatch: dispatcher.offer,
    stopping,
  });
  return {
    activities,
    sendWaitingDigests: () => sendWaitingDigests({ db, email, box, stopping }),
    close: async () => {
      await Promise.all([
        ...[email.close(), whatsapp.close(), voice.close(), calendars.close()],
        ...[webhooks.close(), breakers.idle(), pool.close()],
      ]);
    },
  };
}
