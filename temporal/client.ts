import {
  Client,
  Connection,
  type ConnectionLike,
  type ConnectionOptions,
  isGrpcDeadlineError,
  type WorkflowClientInterceptor,
} from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { Config } from '../runtime/config.js';
import { dataConverterFor } from './data-converter.js';

export interface TemporalSettings {
  connection: ConnectionOptions;
  namespace: string;
}

/**
 * Reads where Temporal is, from TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY, TEMPORAL_TLS_* or a profile
 * file.
 */
export function temporalSettings(): TemporalSettings {
  const { connectionOptions, namespace } = loadClientConnectConfig();
  return { connection: connectionOptions as ConnectionOptions, namespace: namespace ?? 'default' };
}

/** Temporal that was away is found again within a second of its return. */
const RECONNECT = {
  'grpc.initial_reconnect_backoff_ms': 200,
  'grpc.min_reconnect_backoff_ms': 200,
  'grpc.max_reconnect_backoff_ms': 1_000,
};

/** The silence after which the next call opens a new connection. */
const SILENCE_MS = 4_000;

/**
 * Connections one after the other. A line that fell silent, as half-open ones do, is not noticed by a connection for
 * most of a minute; calls with a deadline notice it: when they all ran out for four seconds, the next one begins on a
 * new connection. The old one is closed after the last call on it, whose repeats it would fail.
 */
export function renewed(open: () => ConnectionLike): ConnectionLike {
  let current = { connection: open(), underWay: 0 };
  let answeredAt = Date.now();
  const renew = () => {
    current = { connection: open(), underWay: 0 };
    // A new one has as long to prove itself.
    answeredAt = Date.now();
  };
  return {
    get workflowService() {
      return current.connection.workflowService;
    },
    get operatorService() {
      return current.connection.operatorService;
    },
    plugins: [],
    ensureConnected: () => current.connection.ensureConnected(),
    close: () => current.connection.close(),
    withMetadata: (metadata, work) => current.connection.withMetadata(metadata, work),
    withAbortSignal: (signal, work) => current.connection.withAbortSignal(signal, work),
    async withDeadline(deadline, work) {
      const used = current;
      used.underWay += 1;
      try {
        const result = await used.connection.withDeadline(deadline, work);
        answeredAt = Date.now();
        return result;
      } catch (error) {
        const late = [error, (error as Error).cause].some(isGrpcDeadlineError);
        if (!late) answeredAt = Date.now();
        else if (used === current && Date.now() - answeredAt >= SILENCE_MS) renew();
        throw error;
      } finally {
        used.underWay -= 1;
        if (used !== current && used.underWay === 0) used.connection.close().catch(() => undefined);
      }
    },
  };
}

/** Creates a client that connects when first used, so that processes start while Temporal is away. */
export function createTemporalClient(
  config: Config,
  interceptors: WorkflowClientInterceptor[] = [],
): { client: Client; close(): Promise<void>; namespace: string } {
  const { connection: options, namespace } = temporalSettings();
  const channelArgs = { ...RECONNECT, ...options.channelArgs };
  const connection = renewed(() => Connection.lazy({ ...options, channelArgs }));
  const dataConverter: DataConverter | undefined = dataConverterFor(config);
  const client = new Client({
    connection,
    namespace,
    interceptors: { workflow: interceptors },
    ...(dataConverter ? { dataConverter } : {}),
  });
  return { client, namespace, close: () => connection.close() };
}
