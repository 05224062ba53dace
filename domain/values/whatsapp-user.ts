/**
 * A user ID that WhatsApp scopes to a business: a country, `ENT` where several businesses share it, and up to 128 letters
 * and digits, such as `ES.13491208655302741918`.
 */
const USER_ID = /^[A-Za-z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;
const USERNAME_CHARS = 100;

/** Returns the text as a user ID of WhatsApp, byte by byte as it was given; null where it isn't one. */
export const whatsAppUserId = (text: string | null | undefined): string | null =>
  typeof text === 'string' && USER_ID.test(text) ? text : null;

/** Returns a username without the `@` that some write in front of it; null where there is none. */
export function whatsAppUsername(text: string | null | undefined): string | null {
  const name = (text ?? '').trim().replace(/^@/, '');
  return name === '' || name.length > USERNAME_CHARS ? null : name;
}

/** The identities of a person on WhatsApp. */
interface OnWhatsApp {
  phone: string | null;
  whatsapp_user_id?: string | null;
}

/** Returns what a message on WhatsApp is addressed to: the phone number (E.164), else the user ID. */
export const whatsAppAddress = ({ phone, whatsapp_user_id: userId }: OnWhatsApp): string | null =>
  phone || userId || null;
