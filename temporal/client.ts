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

/** A client that connects when first used, so that processes start while Temporal is away. */
export function createTemporalClient(config: Config): { client: Client; close(): Promise<void>; namespace: string } {
  const { connection: options, namespace } = temporalSettings();
  const connection = Connection.lazy(options);
  const dataConverter: DataConverter | undefined = dataConverterFor(config);
  const client = new Client({ connection, namespace, ...(dataConverter ? { dataConverter } : {}) });
  return { client, namespace, close: () => connection.close() };
}
