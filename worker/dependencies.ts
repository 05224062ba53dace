import type { Knex } from 'knex';
import { type Activities, createActivities } from '../activities/index.js';
import { inTransaction } from '../db/connection.js';
import { takePending } from '../db/outbox.js';
import { createCalendarProviders } from '../providers/calendar/index.js';
import { createEmailProviders } from '../providers/email/index.js';
import { createVoiceProviders } from '../providers/voice/index.js';
import { createWhatsAppProviders } from '../providers/whatsapp/index.js';
import type { Clock } from '../runtime/clock.js';
import { type Config, publicUrl, secretsOf } from '../runtime/config.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';
import { createSafeFetch } from '../runtime/safe-fetch.js';
import { createSecretBox } from '../runtime/secret-box.js';
import { createBreakers } from '../services/breakers.js';
import { receiveEvent } from '../services/hooks.js';
import { createMeetingLinks } from '../services/meeting-links.js';
import { createSenderCache } from '../services/sender-cache.js';
import { createMailLinks } from '../services/tracking-links.js';
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
}

/** The activities with everything they need, and what has to be closed after them. */
export function createWorkerActivities(options: WorkerOptions): { activities: Activities; close(): Promise<void> } {
  const { config, db, clock, logger, metrics, dispatcher } = options;
  const secrets = secretsOf(config);
  const email = createEmailProviders(db, { allowPrivateSmtp: config.SMTP_ALLOW_PRIVATE });
  const breakers = createBreakers({ db, clock, logger, metrics });
  const whatsapp = createWhatsAppProviders(db, { graphUrl: config.META_GRAPH_URL, appId: config.META_APP_ID });
  const calendars = createCalendarProviders({ allowPrivate: config.CALENDAR_ALLOW_PRIVATE });
  const voice = createVoiceProviders(db, {
    retellUrl: config.RETELL_URL,
    allowPrivate: config.VOICE_ALLOW_PRIVATE,
    receive: async (accountId, events) => {
      const pending = await inTransaction(db, async (tx) => {
        for (const { eventId, type, payload } of events) {
          const event = { accountId, provider: 'voice', eventId, type, payload: JSON.stringify(payload) };
          await receiveEvent(tx, clock.now(), event);
        }
        return takePending(tx);
      });
      dispatcher.offer(pending);
    },
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
    breakers,
    heldBack: breakers.holdOf,
    dispatch: dispatcher.offer,
  });
  return {
    activities,
    close: async () => {
      await Promise.all([
        ...[email.close(), whatsapp.close(), voice.close(), calendars.close()],
        ...[webhooks.close(), breakers.idle(), pool.close()],
      ]);
    },
  };
}
