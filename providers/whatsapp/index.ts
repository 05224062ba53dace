import type { Knex } from 'knex';
import { type GraphConnection, metaCloudWhatsApp, openGraph } from './meta-cloud.js';
import type { WhatsAppProvider } from './provider.js';
import { sandboxWhatsApp } from './sandbox.js';

/** How a number's messages leave: the stored deliveries of the sandbox, or Meta's Cloud API. */
export type WhatsAppSettings =
  | { provider: 'sandbox'; accountId: string }
  | { provider: 'meta_cloud'; phoneNumberId: string; wabaId: string | null; accessToken: string };

/** Where Meta's API is found. */
export interface GraphSettings {
  /** With the version: https://graph.facebook.com/v23.0 */
  graphUrl: string;
  /** The app that uploads belong to; `app` means the one the token is of. */
  appId: string;
}

/** The WhatsApp providers of one process. */
export interface WhatsAppProviders {
  /** The provider of a number. */
  for(settings: WhatsAppSettings): WhatsAppProvider;
  close(): Promise<void>;
}

/** Makes the providers of a process; all numbers share its connections to Meta. */
export function createWhatsAppProviders(db: Knex, graph: GraphSettings): WhatsAppProviders {
  const connection: GraphConnection = openGraph(graph);
  return {
    for(settings) {
      return settings.provider === 'sandbox'
        ? sandboxWhatsApp(db, settings.accountId)
        : metaCloudWhatsApp(connection, settings);
    },
    close: () => connection.close(),
  };
}
