import type { Request } from 'express';
import type { IdempotencyClaim } from '../../../db/idempotency.js';
import { canonicalJson } from '../../../runtime/canonical-json.js';
import { isUuid } from '../../../runtime/ids.js';
import { type Contract, takesKey } from '../../../schemas/contract.js';
import { ApiError } from '../errors.js';
import type { Route, RouteInput } from '../route.js';
import { canonicalBody } from './canonical-body.js';

const MAX_LENGTH = 128;

/**
 * Reads the idempotency key of a request: in the named field of its body, where there is one, else in the header; null
 * where the contract takes none. Throws the 400 when the header isn't 1 to 128 characters, or says something else than
 * the field.
 */
export function idempotencyKey(req: Request, contract: Contract, body: unknown): string | null {
  if (!takesKey(contract)) return null;
  const { keyField } = contract;
  const named = keyField === undefined ? undefined : (body as Record<string, unknown> | undefined)?.[keyField];
  const inBody = typeof named === 'string' ? named : undefined;
  const header = req.get('idempotency-key');
  if (header === undefined) return inBody ?? null;
  const key = Buffer.from(header, 'latin1').toString('utf8');
  const length = [...key].length;
  if (length < 1 || length > MAX_LENGTH) {
    throw new ApiError('VALIDATION_ERROR', { message: 'The Idempotency-Key header must have 1 to 128 characters.' });
  }
  if (inBody !== undefined && inBody !== key) {
    throw new ApiError('VALIDATION_ERROR', {
      message: `The Idempotency-Key header and /${keyField} differ. Send only one of them.`,
      field: `/${keyField}`,
    });
  }
  return key;
}

/**
 * Returns the claim of a request's idempotency key: the operation and its whole input. Returns undefined if it has no
 * key.
 */
export async function claimOf(
  { contract, read, canonicalForm }: Route,
  { account, idempotencyKey: key, params, query, body }: RouteInput<Contract>,
): Promise<IdempotencyClaim | undefined> {
  if (key === null) return undefined;
  const plain =
    read || !contract.body ? body : canonicalBody(contract.body, unkeyed(body, contract.keyField), account.country);
  const meant = canonicalForm ? await canonicalForm(plain as never, account) : plain;
  const request = canonicalJson({ params: plainIds(params), query, body: meant ?? null });
  return { accountId: account.id, route: contract.operationId, key, request };
}

/** A body without the field that holds the key, which may stand in the header as well. */
function unkeyed(body: unknown, field: string | undefined): unknown {
  if (field === undefined || body === null || typeof body !== 'object') return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== field));
}

/** Ids in a path, which may be written in capitals. */
const plainIds = (params: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, id]) => [name, isUuid(String(id)) ? String(id).toLowerCase() : id]),
  );
