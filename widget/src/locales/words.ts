/** Everything the chat itself says. `{...}` is put in. */
export interface Words {
  close: string;
  /** The name of the list of messages. */
  messages: string;
  write: string;
  send: string;
  you: string;
  person: string;
  typing: string;
  sending: string;
  failed: string;
  retry: string;
  human: string;
  away: string;
  privacy: string;
  ended: string;
  formTitle: string;
  formSend: string;
  formSkip: string;
  formThanks: string;
  formFailed: string;
  optional: string;
  choose: string;
  required: string;
  badEmail: string;
  badPhone: string;
  consentNeedsPhone: string;
  slotsTitle: string;
  slotsZone: string;
  slotsYours: string;
  book: string;
  name: string;
  email: string;
  phone: string;
}
