import type { Knex } from 'knex';
import { openConnection } from './http.js';
import { type GraphConnection, metaCloudWhatsApp, openGraph } from './meta-cloud.js';
import type { WhatsAppProvider } from './provider.js';
import { sandboxWhatsApp } from './sandbox.js';
import { type TwilioSettings, twilioWhatsApp } from './twilio.js';

/** How a number's messages leave: the stored deliveries of the sandbox, Meta's Cloud API, or Twilio. */
export type WhatsAppSettings =
  | { provider: 'sandbox'; accountId: string }
  | { provider: 'meta_cloud'; phoneNumberId: string; wabaId: string | null; accessToken: string }
  | ({ provider: 'twilio'; accountId: string; numberId: string } & Omit<TwilioSettings, 'hookUrl'>);

/** Where Meta's API is found. */
export interface GraphSettings {
  /** With the version: https://graph.facebook.com/v23.0 */
  graphUrl: string;
  /** The app that uploads belong to; `app` means the one the token is of. */
  appId: string;
}

/** Where the providers are found, and where they find us. */
export interface ProviderAddresses extends GraphSettings {
  /** Of Twilio's main API: https://api.twilio.com */
  twilioUrl: string;
  /** Where Twilio tells what becomes of a number's messages. */
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
