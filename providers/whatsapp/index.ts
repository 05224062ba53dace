import type { Knex } from 'knex';
import { openConnection } from '../json-api.js';
import { type GraphConnection, metaCloudWhatsApp, openGraph } from './meta-cloud.js';
import type { WhatsAppProvider } from './provider.js';
import { sandboxWhatsApp } from './sandbox.js';
import type { GraphSettings, WhatsAppSettings } from './settings.js';
import { twilioWhatsApp } from './twilio.js';

/** The addresses of the providers, and ours for them. */
export interface ProviderAddresses extends GraphSettings {
  /** Of Twilio's main API: https://api.twilio.com */
  twilioUrl: string;
  /** Returns the address to which Twilio reports the statuses of a number's messages. */
  twilioHookOf(number: { accountId: string; numberId: string }): string;
}

/** The WhatsApp providers of one process. */
export interface WhatsAppProviders {
  /** The provider of a number. */
  for(settings: WhatsAppSettings): WhatsAppProvider;
  close(): Promise<void>;
}

/** Makes the providers of a process; all numbers share its connections. */
export function createWhatsAppProviders(db: Knex, addresses: ProviderAddresses): WhatsAppProviders {
  const connection: GraphConnection = openGraph(addresses);
  const twilio = openConnection();
  return {
    for(settings) {
      switch (settings.provider) {
        case 'sandbox':
          return sandboxWhatsApp(db, settings.accountId);
        case 'meta_cloud':
          return metaCloudWhatsApp(connection, settings);
        case 'twilio':
          return twilioWhatsApp(twilio, addresses.twilioUrl, {
            ...settings,
            hookUrl: addresses.twilioHookOf(settings),
          });
      }
    },
    close: async () => {
      await Promise.all([connection.close(), twilio.close()]);
    },
  };
}
