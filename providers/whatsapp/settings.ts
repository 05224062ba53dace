import type { TwilioSettings } from './twilio.js';

/** Where Meta's API is found. */
export interface GraphSettings {
  /** With the version: https://graph.facebook.com/v23.0 */
  graphUrl: string;
  /** The app that uploads belong to; `app` means the one the token is of. */
  appId: string;
}

/** How a number's messages leave: the stored deliveries of the sandbox, Meta's Cloud API, or Twilio. */
export type WhatsAppSettings =
  | { provider: 'sandbox'; accountId: string }
  | { provider: 'meta_cloud'; phoneNumberId: string; wabaId: string | null; accessToken: string }
  | ({ provider: 'twilio'; accountId: string; numberId: string } & Omit<TwilioSettings, 'hookUrl'>);
