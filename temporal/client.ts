import { Client, Connection, type ConnectionOptions } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { Config } from '../runtime/config.js';
import { dataConverterFor } from './data-converter.js';

export interface TemporalSettings {
  connection: ConnectionOptions;
  namespace: string;
}

/** Where Temporal is, from TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY, TEMPORAL_TLS_* or a profile file. */
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

/** A client that connects when first used, so that processes start while Temporal is away. */
export function createTemporalClient(config: Config): { client: Client; close(): Promise<void>; namespace: string } {
  const { connection: options, namespace } = temporalSettings();
  const connection = Connection.lazy({ ...options, channelArgs: { ...RECONNECT, ...options.channelArgs } });
  const dataConverter: DataConverter | undefined = dataConverterFor(config);
  const client = new Client({ connection, namespace, ...(dataConverter ? { dataConverter } : {}) });
  return { client, namespace, close: () => connection.close() };
}
