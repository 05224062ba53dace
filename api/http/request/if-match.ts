import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { canonicalJson } from '../../../runtime/canonical-json.js';
import { ApiError } from '../errors.js';

/** Returns the ETag of a resource that counts no versions: it changes with whatever is shown of it. */
export const contentTag = (shown: unknown): string =>
  `"${createHash('sha256').update(canonicalJson(shown)).digest('base64url').slice(0, 22)}"`;

/**
 * Refuses a change whose `If-Match` names another state than the resource is in. The caller has locked its row; `shown`
 * is only asked where the header is there.
 */
export async function requireMatch(req: Request, shown: () => unknown): Promise<void> {
  const header = req.get('if-match');
  if (header === undefined) return;
  const named = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (named.includes('*') || named.includes(contentTag(await shown()))) return;
  throw new ApiError('PRECONDITION_FAILED');
}
