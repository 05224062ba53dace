import { oneLine } from './json-api.js';

/** Returns the reason and the message of an error of Google's APIs; undefined for any other answer. */
export function googleErrorIn(
  body: Record<string, unknown> | undefined,
): { code: string; message: string } | undefined {
  const error = body?.error as { errors?: { reason?: unknown }[]; status?: unknown; message?: unknown } | undefined;
  const code = error?.errors?.[0]?.reason ?? error?.status;
  return typeof code === 'string' ? { code, message: oneLine(error?.message) } : undefined;
}
