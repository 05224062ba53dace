import type { RecordedSource } from '../../schemas/leads/consents.js';
import type { ConsentChannel } from '../../schemas/leads/leads.js';
import * as words from './en/consents.js';

export const CONSENT_CHANNEL_NAMES: Readonly<Record<ConsentChannel, string>> = {
  whatsapp: 'WhatsApp',
  email: words.email,
  call: words.calls,
  sms: 'SMS',
};

/** The sources that a user can record. */
export const RECORDED_SOURCES = {
  form: words.form,
  email: words.email,
  phone: words.phoneCall,
  in_person: words.inPerson,
  contract: words.contract,
  other: words.other,
} as const satisfies Record<RecordedSource, string>;

/** The origins of consents in words; one that is unknown is shown as the API names it. */
export const CONSENT_SOURCES: Readonly<Record<string, string>> = {
  ...RECORDED_SOURCES,
  unsubscribe_link: words.unsubscribeLink,
  whatsapp_settings: words.whatsappSettings,
  reply: words.reply,
  complaint: words.spamComplaint,
  api: 'API',
  import: words.importLabel,
  confirmation_link: words.confirmationLink,
  rule: words.rule,
};
