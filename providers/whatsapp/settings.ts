import type { TwilioSettings } from './twilio.js';

/** The address of Meta's API. */
export interface GraphSettings {
  /** With the version: https://graph.facebook.com/v23.0 */
  graphUrl: string;
  /** The app that uploads belong to; `app` means the one the token is of. */
  appId: string;
}

/** The delivery of a number's messages: the sandbox, Meta's Cloud API, or Twilio. */
export type WhatsAppSettings =
  | { provider: 'sandbox'; accountId: string }
  | { provider: 'meta_cloud'; phoneNumberId: string; wabaId: string | null; accessToken: string }
  | ({ provider: 'twilio'; accountId: string; numberId: string } & Omit<TwilioSettings, 'hookUrl'>);
