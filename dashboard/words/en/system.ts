import { plural } from '../plural.js';

/** The texts of `dashboard/system`. */

export const service = 'Service';
export const temporalConnected = 'Temporal connected';
export const temporalUnreachable = 'Temporal unreachable';
export const workersRunning = 'Workers running';
export const noWorkerRunning = 'No worker running';
export const version = 'Version';
export const onNode = (version: string) => ` on Node ${version}`;
export const database = 'Database';
export const latestMigration = 'Latest migration';
export const none = 'None';
export const pending = (pending: string) => ` · ${pending} pending`;
export const systemMail = 'Emails to users';
export const mailPerAccount = 'By each account’s first email sender';
export const mailByServer = 'By the mail server of this service';
export const mailBySender = 'By an email sender of this account';
export const mailByOtherAccount = 'By an email sender of another account';
export const mailSenderMissing = 'Chosen sender missing';
export const mailHeldBack = 'On hold: sender failing';
export const processes = 'Processes';
export const noProcessHasReportedInThe = 'No process has reported in the last two minutes.';
export const on = (host: string) => `on ${host}`;
export const started = 'Started ';
export const lastSeen = ' · last seen ';
export const clockOffByS = (seconds: string) => `Clock off by ${seconds} s`;
export const backlog = 'Backlog';
export const queuedCommands = 'Queued commands';
export const oldest = 'oldest ';
export const failedCommands = 'Failed commands';
export const unprocessedEvents = 'Unprocessed events';
export const latest = 'latest ';
export const reportsUpdated = 'Reports updated';
export const never = 'Never';
export const failed = 'Failed ';
export const afterAttempt = (attempts: number) =>
  plural(attempts, { one: ' after # attempt', other: ' after # attempts' });
export const retry = 'Retry';
export const deadLetteredCommands = 'Dead-lettered commands';
export const noFailedCommands = ' No failed commands.';
export const fromLabel = (provider: string) => `from ${provider}`;
export const failedReceived = 'Failed. Received';
export const received = 'Received';
export const outages = 'Outages';
export const noOutages = 'No outages.';
export const workOnHold = 'Work on hold';
export const noWorkIsOnHold = 'No work is on hold.';
export const system = 'System';
export const backlogUnknown = 'backlog unknown';
export const noBacklog = 'no backlog';
export const text = (workers: number, backlog: string) =>
  `${plural(workers, { one: '# worker', other: '# workers' })} · ${backlog}`;
export const queuedTheOldestForS = (backlog: string, seconds: string) =>
  `${backlog} queued, the oldest for ${seconds} s`;
export const taskQueues = 'Task queues';
export const temporalIsUnreachableSoTheBacklog = 'Temporal is unreachable, so the backlog is unknown.';
export const noWorker = 'No worker';
export const fallingBehind = 'Falling behind';
export const disks = 'Disks';
export const free = (percent: string) => `${percent}% free`;
export const nearlyFull = 'Nearly full';
export const queued = (backlog: string) => `${backlog} queued`;
