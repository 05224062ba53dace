import { type ActivityInterfaceFor, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';

/** A database that was away is asked again within seconds of its return; only what a worker does at once asks. */
const DATABASE_AWAY = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 seconds' } as const;

/**
 * Activities that send: a provider call ends within 8 s, so 15 s mean that something is stuck. A worker that is gone is
 * noticed earlier, by its heartbeats.
 */
export const messaging: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '15 seconds',
  heartbeatTimeout: '5 seconds',
  retry: DATABASE_AWAY,
});

/**
 * Activities that tell the API what a provider would tell it: some requests in turn, each of which ends within 8 s. Like
 * a provider they try again for two days.
 */
export const hookCalls: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: '2 days',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

/** Activities that only read and write the database, in pieces of up to half a minute. */
export const database: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  heartbeatTimeout: '15 seconds',
  retry: DATABASE_AWAY,
});

/** Activities that post events to an address of an account for some seconds, each within 10 s. */
export const webhooks: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: DATABASE_AWAY,
});

/** Activities that read a host's whole calendar in several calls, each of which ends within 8 s. */
export const calendar: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

/** One run of a function with a waiting caller: 30 s of code at most, without retries. */
export const functionOnce: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '40 seconds',
  scheduleToStartTimeout: '10 seconds',
  heartbeatTimeout: '10 seconds',
  retry: { maximumAttempts: 1 },
});

/** One run of a function without a waiting caller. */
export const functionWork: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Runs of a function for several leads, one after the other. Heartbeats report progress. */
export const functionPieces: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Turns that ask models: some calls in turn, each of which ends within half a minute, with pauses between them. */
export const thinking: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '5 seconds',
  retry: DATABASE_AWAY,
});

/** Activities that read a whole document, which takes a minute at most, and write its index. */
export const documents: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});
