import type { WhatsAppNumberRow } from '../db/tables-outgoing.js';
import type { WhatsAppSettings } from '../providers/whatsapp/index.js';
import type { SecretBox } from '../runtime/secret-box.js';

const context = (numberId: string) => `whatsapp_numbers/${numberId}/access_token`;

/** The access token as the row keeps it; sealed for this number, so that it can't be moved to another one. */
export const sealAccessToken = (box: SecretBox, numberId: string, token: string): string =>
  box.seal(token, context(numberId));

/** What `providers/whatsapp` makes a number's provider from, the token opened. Throws where something is missing. */
export function whatsAppConfigOf(
  number: Pick<
    WhatsAppNumberRow,
    'id' | 'account_id' | 'provider' | 'access_token' | 'provider_phone_number_id' | 'waba_id'
  >,
  box: SecretBox,
): WhatsAppSettings {
  if (number.provider === 'sandbox') return { provider: 'sandbox', accountId: number.account_id };
  const { access_token, provider_phone_number_id, waba_id } = number;
  if (access_token === null || provider_phone_number_id === null) {
    throw new Error('The number has no access token or no provider_phone_number_id.');
  }
  return {
    provider: 'meta_cloud',
    phoneNumberId: provider_phone_number_id,
    wabaId: waba_id,
    accessToken: box.open(access_token, context(number.id)),
  };
}
