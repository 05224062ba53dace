import type { WhatsAppNumberRow } from '../../db/tables.js';
import type { ProviderAddresses } from '../../providers/whatsapp/index.js';
import type { WhatsAppSettings } from '../../providers/whatsapp/settings.js';
import { type Config, publicUrl, secretsOf } from '../../runtime/config.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import { createTwilioHooks, type TwilioHooks } from './twilio-hooks.js';

const context = (numberId: string) => `whatsapp_numbers/${numberId}/access_token`;

/** Returns the access token as the row keeps it; sealed for this number, so that it can't be moved to another one. */
export const sealAccessToken = (box: SecretBox, numberId: string, token: string): string =>
  box.seal(token, context(numberId));

type Credentials = Pick<
  WhatsAppNumberRow,
  'id' | 'account_id' | 'phone_number' | 'provider' | 'access_token' | 'provider_phone_number_id' | 'waba_id'
>;

/** Opens the secret that a number's row keeps. Throws where there is none. */
export function openAccessToken(
  { id, access_token }: Pick<Credentials, 'id' | 'access_token'>,
  box: SecretBox,
): string {
  if (access_token === null) throw new Error('The number has no token.');
  return box.open(access_token, context(id));
}

/** The error for operators about a number without provider credentials. */
export const NEEDS_CREDENTIALS =
  "The number has no credentials. Set a token, and the number's ID or account at the provider.";

/**
 * Returns what `providers/whatsapp` makes a number's provider from, the token opened. Throws where something is
 * missing.
 */
export function whatsAppConfigOf(number: Credentials, box: SecretBox): WhatsAppSettings {
  const { id: numberId, account_id: accountId, provider_phone_number_id, waba_id } = number;
  switch (number.provider) {
    case 'sandbox':
      return { provider: 'sandbox', accountId };
    case 'twilio': {
      if (waba_id === null) throw new Error('The number has no account_sid.');
      const { phone_number: phoneNumber } = number;
      const authToken = openAccessToken(number, box);
      return {
        provider: 'twilio',
        accountId,
        numberId,
        phoneNumber,
        authToken,
        accountSid: waba_id,
        senderSid: provider_phone_number_id,
      };
    }
    case 'meta_cloud': {
      if (provider_phone_number_id === null) throw new Error('The number has no provider_phone_number_id.');
      const accessToken = openAccessToken(number, box);
      return { provider: 'meta_cloud', phoneNumberId: provider_phone_number_id, wabaId: waba_id, accessToken };
    }
  }
}

/** Returns the addresses of numbers at Twilio. */
export const twilioHooksOf = (config: Config): TwilioHooks => createTwilioHooks(secretsOf(config), publicUrl(config));

/** Returns the addresses at which the providers are found, and at which they find us. */
export const providerAddresses = (config: Config): ProviderAddresses => ({
  graphUrl: config.META_GRAPH_URL,
  appId: config.META_APP_ID,
  twilioUrl: config.TWILIO_URL,
  twilioHookOf: twilioHooksOf(config).urlOf,
});
