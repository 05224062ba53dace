import type { Request } from 'express';
import { ListTooLong, parseStrictJsonInTurns } from '../../../runtime/strict-json.js';
import { type TSchema, Type } from '../../../schemas/common.js';
import type { Contract } from '../../../schemas/contract.js';
import { ApiError } from '../errors.js';
import type { Route } from '../route.js';
import { readBody } from './read-body.js';
import { bodyChecker, queryChecker } from './validation.js';

const MAX_BYTES = 1024 * 1024;
const NO_QUERY: TSchema = Type.Object({});

/** Reads a route's requests, each part once. */
export interface RequestReader {
  /** Checks the query. Throws the 400. */
  query(query: Record<string, unknown>): Record<string, unknown>;
  /** Parses the body; undefined where the route takes none, or its handler reads this one as a stream. */
  json(req: Request): Promise<unknown>;
  /** Checks what was parsed, and makes of it what the handler gets. Throws the 400. */
  body(json: unknown): unknown;
}

/** Makes the reader of a route. */
export function requestReader({ contract, read }: Pick<Route, 'contract' | 'read'>): RequestReader {
  const checkBody = read ?? (contract.body && bodyChecker(contract.body));
  return {
    query: queryChecker(contract.query ?? NO_QUERY, contract.lenientQuery ?? false),
    json: async (req) => (checkBody && !streams(contract, req) ? jsonOf(contract, req) : undefined),
    body: (json) => (checkBody && json !== undefined ? checkBody(withoutIgnored(contract, json)) : undefined),
  };
}

/** Returns whether the handler reads this request's body as a stream. */
const streams = ({ mediaTypes }: Contract, req: Request): boolean =>
  mediaTypes !== undefined && req.is(Object.keys(mediaTypes)) !== false;

async function jsonOf(contract: Contract, req: Request): Promise<unknown> {
  const text = await readBody(req, contract.maxBytes ?? MAX_BYTES);
  if (text === '') {
    if (contract.bodyOptional) return {};
    throw new ApiError('VALIDATION_ERROR', { message: 'The request requires a JSON body.' });
  }
  try {
    return await parseStrictJsonInTurns(text, contract.listLimit);
  } catch (error) {
    if (contract.listLimit && error instanceof ListTooLong) throw new ApiError(contract.listLimit.code);
    throw error;
  }
}

/** Drops what the resource shows and no request says, so that what was read can be sent back. */
function withoutIgnored({ ignoredKeys }: Contract, json: unknown): unknown {
  if (!ignoredKeys || json === null || typeof json !== 'object' || Array.isArray(json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([key]) => !ignoredKeys.includes(key)));
}
