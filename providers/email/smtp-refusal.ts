import { causeOfRefusal, type RefusalCause } from '../../domain/channels/mail-refusal.js';

/** The meaning of a mail server's response for the message, the lead and the sender. */
export interface SmtpVerdict {
  cause: RefusalCause;
  /** The enhanced code of the answer, where it has one. */
  code: string | null;
  /** The recommended pause of the sender in seconds, if the sender is the cause. */
  restSeconds: number;
}

const ENHANCED = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/;
const STATUS = /^[45]\d\d\b/;
const STAGES: Readonly<Record<string, 'mail_from' | 'rcpt' | 'data'>> = {
  'MAIL FROM': 'mail_from',
  'RCPT TO': 'rcpt',
  DATA: 'data',
};
const HOUR = 3_600;

/** Judges what a mail server answered to a command. */
export function judgeAnswer({ command, response }: { command: string; response: string }): SmtpVerdict {
  const code = ENHANCED.exec(response)?.[0] ?? null;
  const stage = STAGES[command];
  const cause = causeOfRefusal({ code: code ?? STATUS.exec(response)?.[0] ?? null, text: response, stage });
  return { cause, code, restSeconds: restOf(response) };
}

/** Limits of a day come back within one; what has to be repaired is looked at each hour. */
function restOf(response: string): number {
  if (/\b(daily|per day|24 ?h|a day|day'?s)\b/i.test(response)) return 6 * HOUR;
  return /\b(per minute|slow down|too fast|concurrent|connections)\b/i.test(response) ? 300 : HOUR;
}
