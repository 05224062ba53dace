/** Failures that come before anything of a request was sent. */
const NOT_CONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'TOO_LATE_TO_SEND',
];

/** Returns whether a failure of this code came before anything of its request was sent, so that it had no effect. */
export const neverArrived = (code: string): boolean => NOT_CONNECTED.includes(code);

/** Returns the object that an answer's JSON holds; undefined for anything else. */
export function jsonObject(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
