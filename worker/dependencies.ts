import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import { type Activities, createActivities } from '../activities/index.js';
import { createDocumentReader } from '../documents/read.js';
import type { CalendarAccess } from '../providers/calendar/connected.js';
import { createCalendarProviders } from '../providers/calendar/index.js';
import { chatWebhooks } from '../providers/chat/webhook.js';
import type { GmailAccess } from '../providers/email/gmail.js';
import type { GraphAccess } from '../providers/email/graph.js';
import { createEmailProviders } from '../providers/email/index.js';
import { createModelProvider } from '../providers/model/index.js';
import type { LoginTokens } from '../providers/oauth/provider.js';
import { createVoiceProviders } from '../providers/voice/index.js';
import { createWhatsAppProviders } from '../providers/whatsapp/index.js';
import type { Clock } from '../runtime/clock.js';
import { apiUrl, type Config, publicUrl, secretsOf } from '../runtime/config.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';
import { privateHostsFor } from '../runtime/private-host-settings.js';
import { createSafeFetch } from '../runtime/safe-fetch.js';
import { createSecretBox } from '../runtime/secret-box.js';
import { createBreakers } from '../services/channels/breakers.js';
import { createSenderCache } from '../services/channels/senders.js';
import { systemMail, systemMailHosts } from '../services/channels/system-sender.js';
import { providerAddresses } from '../services/channels/whatsapp-numbers.js';
import { playSandboxCall } from '../services/inbound/sandbox-calls.js';
import { createMeetingLinks } from '../services/meetings/meeting-links.js';
import { createMailLinks } from '../services/messages/mail-links.js';
import { createActivityClock } from '../temporal/activity-clock.js';
import type { Dispatcher } from '../temporal/dispatcher.js';
import { lazySandboxes } from './lazy-sandboxes.js';

/** Shorter than the timeout of a caller that waits for a run, so that it learns that all sandboxes are busy. */
const POOL_WAIT_MS = 8_000;

export interface WorkerOptions {
  config: Config;
  db: Knex;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  dispatcher: Dispatcher;
  /** The access tokens of connections, for logins at mail servers. */
  tokens?: LoginTokens;
  /** The access to Microsoft connections. */
  graph?: GraphAccess;
  /** How connections to Google are reached. */
  gmail?: GmailAccess;
  /** How calendars of connections are reached. */
  connected?: CalendarAccess;
}

/** Creates the activities with everything they need, and what has to be closed after them. */
export function createWorkerActivities(options: WorkerOptions): {
  activities: Activities;
  close(): Promise<void>;
} {
  const { config, db, logger, metrics, dispatcher, tokens, graph, gmail, connected } = options;
  const clock = createActivityClock(options.clock);
  const secrets = secretsOf(config);
  const email = createEmailProviders(db, {
    privateHosts: [...privateHostsFor(config, 'MAIL_PRIVATE_HOSTS'), ...systemMailHosts(config)],
    ...(tokens && { tokens }),
    ...(graph && { graph }),
    ...(gmail && { gmail }),
  });
  const breakers = createBreakers({ db, clock, logger, metrics });
  const whatsapp = createWhatsAppProviders(db, providerAddresses(config));
  const calendars = createCalendarProviders({
    privateHosts: privateHostsFor(config, 'CALENDAR_PRIVATE_HOSTS'),
    allowPrivate: config.CALENDAR_ALLOW_PRIVATE,
    ...(connected && { connected }),
  });
  const voice = createVoiceProviders(db, {
    retellUrl: config.RETELL_URL,
    privateHosts: privateHostsFor(config, 'VOICE_PRIVATE_HOSTS'),
    allowPrivate: config.VOICE_ALLOW_PRIVATE,
    startCall: (call) => playSandboxCall({ db, clock, dispatch: dispatcher.offer }, call),
  });
  const models = createModelProvider({ privateHosts: privateHostsFor(config, 'MODEL_PRIVATE_HOSTS') });
  const webhooks = createSafeFetch({
    privateHosts: privateHostsFor(config, 'WEBHOOK_PRIVATE_HOSTS'),
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
  });
  const fetch = createSafeFetch();
  const pool = lazySandboxes({
    size: config.FUNCTION_POOL_SIZE,
    maxWaiting: config.FUNCTION_POOL_SIZE * 10,
    maxWaitMs: POOL_WAIT_MS,
  });
  const box = createSecretBox(secrets);
  const meetingLinks = createMeetingLinks(secrets, publicUrl(config));
  const activities = createActivities({
    db,
    clock,
    logger,
    metrics,
    email,
    whatsapp,
    voice,
    chat: chatWebhooks(webhooks),
    publicUrl: publicUrl(config),
    calendars,
    models,
    pause: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
    webhooks,
    meetingLinks,
    meetingUrl: meetingLinks.urlFor,
    box,
    system: systemMail(config),
    readDocument: createDocumentReader(),
    maxKnowledgeChunks: config.KNOWLEDGE_CHUNKS,
    functions: { db, clock, dispatch: dispatcher.offer, pool, box, fetch },
    links: createMailLinks(secrets, publicUrl(config)),
    senderOf: createSenderCache(db, clock),
    apiUrl: apiUrl(config),
    breakers,
    heldBack: breakers.holdOf,
    dispatch: dispatcher.offer,
  });
  return {
    activities,
    close: async () => {
      await Promise.all([
        ...[email.close(), whatsapp.close(), voice.close(), calendars.close(), models.close()],
        ...[webhooks.close(), fetch.close(), breakers.idle(), pool.close()],
      ]);
    },
  };
}
