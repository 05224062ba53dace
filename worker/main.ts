import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { openDatabase } from '../db/connection.js';
import { createDns } from '../providers/dns.js';
import { createSpf } from '../providers/email/spf.js';
import { createPushProviders } from '../providers/push/index.js';
import { systemClock } from '../runtime/clock.js';
import { type Config, ConfigError, loadConfig, publicUrl, secretsOf } from '../runtime/config.js';
import { createLogger, type Logger } from '../runtime/logger.js';
import { createMetrics } from '../runtime/metrics.js';
import { privateHostsFor } from '../runtime/private-host-settings.js';
import { createSafeFetch } from '../runtime/safe-fetch.js';
import { createSecretBox } from '../runtime/secret-box.js';
import { onShutdown } from '../runtime/shutdown.js';
import { startTracing } from '../runtime/trace-export.js';
import { startWatchdog } from '../runtime/watchdog.js';
import { systemMail } from '../services/channels/system-sender.js';
import { pushBaseUrl } from '../services/connections/settings.js';
import { createPushTokens } from '../services/inbound/push-tokens.js';
import { createTrackingLinks } from '../services/messages/mail-links.js';
import { createDomainCheck } from '../services/messages/tracking-domain.js';
import { startHeartbeat } from '../services/operations/heartbeat.js';
import { createTemporalClient } from '../temporal/client.js';
import { createDispatcher } from '../temporal/dispatcher.js';
import { clientTracing } from '../temporal/tracing.js';
import { startCycleSweeper } from './cycle-sweeper.js';
import { createWorkerActivities } from './dependencies.js';
import { startJobLoop } from './job-loop.js';
import { startLines } from './lines.js';
import { whatItIsAbout } from './log-entry.js';
import { createMailAccess } from './mail-access.js';
import { startMailboxes } from './mailboxes.js';
import { startNoticeLoop } from './notice-loop.js';
import { startOpsServer } from './ops-server.js';
import { startPushLoop } from './push-loop.js';
import { createQueues } from './queues.js';
import { startRelay } from './relay.js';
import { startReportLoop } from './report-loop.js';
import { startRetentionLoop } from './retention-loop.js';
import { startSenderHealthLoop } from './sender-health-loop.js';
import { startSentMails } from './sent-mails.js';
import { noteFailing, startUnsticking } from './stuck-workflows.js';
import { startSummaryLoop } from './summary-loop.js';
import { startSweeper } from './sweeper.js';
import { telemetryOptions } from './telemetry.js';
import { startTrackingLoop } from './tracking-loop.js';
import { startWebhookLoop } from './webhook-loop.js';

const GRACE_MS = 15_000;
/** A request waits a second for Temporal, the relay longer: a server that is merely busy would never get through its backlog. */
const DISPATCH_MS = 4_000;

type Process = Awaited<ReturnType<typeof openProcess>>;

async function main(): Promise<void> {
  const worker = await openProcess(loadConfig());
  const { config, clock, logger, metrics, db, dispatcher, tracing } = worker;
  const failing = new Set<string>();
  installTemporal(config, logger, failing);
  const loops = startLoops(worker, failing);
  const unwatch = startHeartbeat({ db, clock, logger, metrics, kind: 'worker' });
  const { activities, close } = createWorkerActivities({ ...worker, ...worker.mailAccess.of });
  const queues = createQueues({ config, logger, dispatcher, activities, tracing });
  const stopWatchdog = startWatchdog({ logger, name: 'worker', stallMs: config.WATCHDOG_MS });
  const server = await startOpsServer(config, metrics, queues.areServed);
  logger.info({ port: (server.address() as AddressInfo).port }, 'Worker pages are listening');
  onShutdown(logger, GRACE_MS, async () => {
    unwatch();
    stopWatchdog();
    // All at once, so that the workers don't take more work while a loop finishes its turn.
    await Promise.all([queues.stop(), ...loops.map((loop) => loop.stop())]);
    await close();
    await worker.mailAccess.close();
    await dispatcher.idle();
    server.close();
    await db.destroy();
    await worker.temporal.close();
    await tracing?.close();
  });
  // Flushed early, so that even a killed process leaves the code that V8 compiled to its successor.
  flushCompileCache();
  await queues.serve();
}

/** Opens what everything in the process uses: settings, logs, the database, the way to Temporal. */
async function openProcess(config: Config) {
  const logger = createLogger(config.LOG_LEVEL, 'worker');
  const metrics = createMetrics();
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    waitMs: config.DATABASE_WAIT_MS,
  });
  const tracing = await startTracing(config, 'worker');
  const temporal = createTemporalClient(config, await clientTracing(tracing));
  const dispatcher = createDispatcher({
    client: temporal.client,
    db,
    clock: systemClock,
    logger,
    metrics,
    taskQueuePrefix: config.TEMPORAL_TASK_QUEUE_PREFIX,
    deadlineMs: DISPATCH_MS,
  });
  const mailAccess = createMailAccess({ config, clock: systemClock, logger, db, dispatcher });
  return { config, clock: systemClock, logger, metrics, db, tracing, temporal, dispatcher, mailAccess };
}

/** Sets up the SDK's runtime: its words in our log, its measures where they are wanted, signals left to us. */
function installTemporal(config: Config, logger: Logger, failing: Set<string>): void {
  Runtime.install({
    logger: new DefaultLogger('WARN', (entry) => {
      logger[entry.level === 'ERROR' ? 'error' : 'warn'](whatItIsAbout(entry), entry.message);
      noteFailing(failing, entry);
    }),
    telemetryOptions: telemetryOptions(config),
    shutdownSignals: [],
  });
}

/** Starts the loops that every worker runs in addition to its queues. */
function startLoops(
  { config, db, clock, logger, metrics, dispatcher, temporal, mailAccess }: Process,
  failing: Set<string>,
) {
  const shared = { db, clock, logger, dispatch: dispatcher.offer };
  const box = createSecretBox(secretsOf(config));
  const dns = createDns(config.DNS_SERVERS);
  const tracking = createTrackingLinks(secretsOf(config), publicUrl(config));
  const domainReach = createDomainCheck(createSafeFetch(), tracking);
  const baseUrl = pushBaseUrl(config);
  const providers = createPushProviders(config, mailAccess.of.graph);
  const tokens = createPushTokens(secretsOf(config));
  const mailboxes = { ...mailAccess.of, box, privateHosts: privateHostsFor(config, 'MAIL_PRIVATE_HOSTS') };
  return [
    startRelay({ db, clock, logger, metrics, dispatcher }),
    startMailboxes({ ...shared, ...mailboxes }),
    startSentMails({ ...shared, ...mailboxes }),
    startSweeper({ ...shared, rawEventDays: config.RAW_EVENT_DAYS, promptDays: config.PROMPT_DAYS }),
    startLines({ db, clock, logger, dispatcher }),
    startReportLoop({ db, clock, logger }),
    startTrackingLoop(shared),
    startSenderHealthLoop({ db, clock, logger, dns, spfOf: createSpf(dns), domainReach, publicUrl: publicUrl(config) }),
    startRetentionLoop({ db, clock, logger }),
    startJobLoop(shared),
    startWebhookLoop(shared),
    startNoticeLoop({ ...shared, system: systemMail(config) }),
    startSummaryLoop({ ...shared, box, system: systemMail(config), publicUrl: publicUrl(config) }),
    ...(baseUrl === undefined ? [] : [startPushLoop({ db, clock, logger, providers, tokens, baseUrl })]),
    startCycleSweeper({ ...shared, client: temporal.client }),
    startUnsticking({ logger, client: temporal.client, failing }),
  ];
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
