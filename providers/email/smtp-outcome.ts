import { explainFailure } from '../../runtime/network-failure.js';
import type { SendOutcome } from '../outcome.js';
import { judgeAnswer } from './smtp-refusal.js';

/** The progress of a session when it ended. */
export interface SessionProgress {
  /** The server had asked for the message and bytes of it may have left: from here on only its answer tells. */
  dataStarted: boolean;
}

type Refusal = Exclude<SendOutcome, { kind: 'accepted' }>;

interface SmtpFault {
  code: string;
  command: string;
  responseCode: number;
  response: string;
}

/**
 * Judges the end of a session. Before the message itself went out, a broken session certainly delivered nothing.
 * After that only an explicit 4xx or 5xx answer to the message is a refusal, anything else is unknown.
 */
export function outcomeOfError(error: unknown, progress: SessionProgress): Refusal {
  const fault = readFault(error);
  if (progress.dataStarted) {
    const answered = fault.code === 'EMESSAGE' && fault.command === 'DATA';
    if (answered && isRefusal(fault.responseCode)) return refusalByCode(fault);
    return { kind: 'unknown', message: `The connection closed after the message was transmitted (${fault.code}).` };
  }
  if (fault.code === 'EAUTH' || [530, 534, 535, 538].includes(fault.responseCode)) {
    return {
      kind: 'refused_retry',
      code: 'smtp_auth_failed',
      message: withResponse('The server refused the login', fault),
      retryAfterSeconds: 300,
    };
  }
  const concernsMessage = ['MAIL FROM', 'RCPT TO', 'DATA', 'API'].includes(fault.command) || fault.code === 'EENVELOPE';
  if (concernsMessage && isRefusal(fault.responseCode)) return refusalByCode(fault);
  if (fault.code === 'EENVELOPE' || fault.code === 'EMESSAGE') {
    return { kind: 'refused_final', code: 'smtp_unsendable', message: "The server doesn't support this message." };
  }
  if (fault.code === 'BLOCKED_ADDRESS') {
    return {
      kind: 'refused_retry',
      code: 'smtp_host_blocked',
      message: "The mail server has no public address, and MAIL_PRIVATE_HOSTS doesn't list its host and port.",
      retryAfterSeconds: 300,
    };
  }
  return { kind: 'refused_retry', ...sessionFault(fault) };
}

/** Returns the server's reason if it refused the credentials themselves, so that the same ones never work. */
export function refusedCredentials(error: unknown): string | undefined {
  const { code, responseCode, response } = readFault(error);
  return code === 'EAUTH' && [534, 535].includes(responseCode) ? response : undefined;
}

function sessionFault(fault: SmtpFault): { code: string; message: string } {
  if (isRefusal(fault.responseCode))
    return { code: `smtp_${fault.responseCode}`, message: withResponse('The server refused the session', fault) };
  if (fault.code === 'ETLS')
    return { code: 'smtp_tls_failed', message: "A secure connection to the mail server couldn't be established." };
  if (fault.code === 'ETIMEDOUT') return { code: 'smtp_timeout', message: "The mail server didn't respond in time." };
  return { code: 'smtp_unreachable', message: explainFailure('The mail server', fault.code, 'host') };
}

function refusalByCode(fault: SmtpFault): Refusal {
  const code = `smtp_${fault.responseCode}`;
  const message = withResponse('The server refused the message', fault);
  const { cause, code: enhanced, restSeconds } = judgeAnswer(fault);
  if (cause === 'sender') return senderRefused(fault, restSeconds);
  if (fault.responseCode >= 500) {
    const isGone = cause === 'recipient_gone' && fault.command === 'RCPT TO';
    return { kind: 'refused_final', code, message, ...(isGone ? { recipientIsGone: { code: enhanced } } : {}) };
  }
  // 421 ends the session, whatever was asked.
  return { kind: 'refused_retry', code, message, ...(fault.responseCode === 421 ? {} : { mayBeTheMessage: true }) };
}

/**
 * The sender's doing, so the lead loses nothing: the message waits, and with it the sender, for as long as its limit or
 * its fault may take. What is refused with the whole message before the server may be the message as well.
 */
function senderRefused(fault: SmtpFault, restSeconds: number): Refusal {
  const refusal = {
    kind: 'refused_retry',
    code: `smtp_${fault.responseCode}`,
    message: withResponse('The server refused the sender', fault),
  } as const;
  if (fault.responseCode < 500 && fault.command !== 'MAIL FROM') return { ...refusal, retryAfterSeconds: 300 };
  if (fault.command === 'DATA') return { ...refusal, retryAfterSeconds: restSeconds, mayBeTheMessage: true };
  if (fault.responseCode < 500) return { ...refusal, retryAfterSeconds: Math.min(restSeconds, 900) };
  return { ...refusal, retryAfterSeconds: restSeconds, hold: 'sender_throttle', senderIsRefused: true };
}

const isRefusal = (code: number) => code >= 400 && code < 600;

// The server's own words help the operator; they are cut and made one line, since they end in answers and logs.
function withResponse(sentence: string, fault: SmtpFault): string {
  const words = fault.response
    .replace(/[\p{C}\s]+/gu, ' ')
    .slice(0, 300)
    .trim();
  return words === '' ? `${sentence}.` : `${sentence}: ${words}`;
}

function readFault(error: unknown): SmtpFault {
  const field = (name: string): unknown =>
    typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined;
  const code = field('originalCode') === 'BLOCKED_ADDRESS' ? 'BLOCKED_ADDRESS' : field('code');
  return {
    code: typeof code === 'string' ? code : 'ECONNECTION',
    command: String(field('command') ?? ''),
    responseCode: Number(field('responseCode') ?? 0) || 0,
    response: String(field('response') ?? ''),
  };
}
