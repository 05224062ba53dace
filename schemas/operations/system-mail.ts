/** What sends the emails of the instance to users, or what is wrong with it. */
export const SYSTEM_MAIL_STATUSES = [
  'per_account',
  'server',
  'sender',
  'other_account',
  'missing',
  'held_back',
] as const;
export type SystemMailStatus = (typeof SYSTEM_MAIL_STATUSES)[number];
