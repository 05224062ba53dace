import type { Request, Response } from 'express';
import type { ApiRequestRow } from '../../../db/tables.js';
import { type Redacted, redact } from '../../../domain/accounts/redact.js';
import { isUuid } from '../../../runtime/ids.js';
import { JsonRefused } from '../../../runtime/strict-json.js';
import { type TSchema, Type } from '../../../schemas/common.js';
import type { Contract } from '../../../schemas/contract.js';
import { ERROR_CODES, type ErrorCode } from '../../../schemas/error-codes.js';
import { type ApiError, toApiError } from '../errors.js';
import { Replay } from '../idempotency/stored-answers.js';
import type { Answer, Caller } from '../route.js';

/** The facts about a request after its response. */
export interface SeenRequest {
  /** The parts of the path. Express forgets them with an error. */
  params: Record<string, string>;
  /** The parsed body; undefined if there is none, or it wasn't read. */
  json?: unknown;
  /** The same as it was sent, redacted. */
  body?: unknown;
  answer?: Answer | Replay;
  error?: unknown;
}

/** Notes a body before it is checked, because that fills in defaults. */
export function seeBody({ body }: Contract, seen: SeenRequest, json: unknown): void {
  if (json === undefined) return;
  seen.json = json;
  seen.body = redact(body, json).json;
}

const LONGEST_PATH = 500;
/** Bodies are longer than this only with hundreds of different fields. */
const LONGEST_BODY = 32_768;
const LONGEST_REPLAY = 65_536;
const NO_QUERY = Type.Object({});
/** The errors whose messages quote a provider or the code of a function. */
const QUOTING: readonly ErrorCode[] = ['PROVIDER_ERROR', 'FUNCTION_DEPLOY_FAILED'];

/** Makes the row of a request. Nothing in it is personal or secret. */
export function describeRequest(
  contract: Contract,
  { account, key }: Pick<Caller, 'account'> & { key: { id: string } },
  { req, res, seen, durationMs }: { req: Request; res: Response; seen: SeenRequest; durationMs: number },
): ApiRequestRow {
  const error = seen.error === undefined ? undefined : toApiError(seen.error);
  const query = redact(contract.query ?? NO_QUERY, req.query);
  const status = res.headersSent ? res.statusCode : null;
  const header = req.get('idempotency-key');
  const quotable = () => [query.texts, redact(contract.body, seen.json, { readAll: true }).texts];
  const response = error ? redactedError(error, contract, seen.error, quotable()) : redactedAnswer(contract, seen);
  return {
    id: String(res.locals.requestId),
    account_id: account.id,
    key_id: key.id,
    operation: contract.operationId,
    method: req.method,
    path: pathOf(contract, seen.params),
    status,
    status_class: status === null ? 0 : Math.floor(status / 100),
    error_code: error?.code ?? null,
    duration_ms: Math.round(durationMs),
    idempotency_key: header === undefined ? null : isUuid(header) ? header : `<text:${header.length}>`,
    replayed: seen.answer instanceof Replay,
    query: Object.keys(req.query).length === 0 ? null : textOf(query.json),
    request_body: seen.body === undefined ? null : textOf(seen.body),
    response_body: response === undefined ? null : textOf(response),
  };
}

function textOf(json: unknown): string {
  const text = JSON.stringify(json);
  return text.length > LONGEST_BODY ? JSON.stringify('<more>') : text;
}

function pathOf({ path, params }: Contract, given: Record<string, string>): string {
  const redacted = redact(params, given).json as Record<string, string>;
  const shown = (name: string) => {
    const part = given[name] ?? '';
    return isUuid(part) ? part : (redacted[name] ?? `<text:${part.length}>`);
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(name)).slice(0, LONGEST_PATH);
}

function redactedAnswer({ success, answerType }: Contract, { answer }: SeenRequest): unknown {
  if (!answer || answerType) return undefined;
  if (answer instanceof Replay) {
    if (answer.text.length > LONGEST_REPLAY) return '<more>';
    return redact(success[answer.status] ?? undefined, JSON.parse(answer.text)).json;
  }
  const { body, status } = answer;
  const isJson = typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !(Symbol.asyncIterator in body);
  return isJson ? redact(success[status] ?? undefined, body).json : undefined;
}

/** The body of an error. A message stays unless it repeats a text of the request, or may do so. */
function redactedError(
  error: ApiError,
  contract: Contract,
  thrown: unknown,
  texts: readonly Redacted['texts'][],
): unknown {
  const known = namesOf(contract);
  const isKnown = (pointer: string) =>
    pointer
      .split('/')
      .slice(1)
      .every((name) => /^\d+$/.test(name) || known.has(name));
  const mayQuote = thrown instanceof JsonRefused || QUOTING.includes(error.code) || texts.includes(undefined);
  const quotes = (message: string) => {
    const lower = message.toLowerCase();
    return mayQuote || texts.some((of) => of && [...of].some((text) => lower.includes(text)));
  };
  const messageOf = (message: string) =>
    message !== ERROR_CODES[error.code][2] && quotes(message) ? `<text:${message.length}>` : message;
  const pointerOf = (pointer: string) => (isKnown(pointer) ? pointer : `<text:${pointer.length}>`);
  const { field, details } = error.extras;
  const errors = details?.errors as { field?: unknown; message?: unknown }[] | undefined;
  return {
    error: ERROR_CODES[error.code][1],
    message: messageOf(error.message),
    code: error.code,
    ...(field === undefined ? {} : { field: pointerOf(field) }),
    ...(Array.isArray(errors)
      ? {
          errors: errors.map((each) => ({
            field: pointerOf(String(each.field ?? '')),
            message: messageOf(String(each.message ?? '')),
          })),
        }
      : {}),
  };
}

const names = new WeakMap<Contract, ReadonlySet<string>>();

/** Returns the names of all fields that a request of a contract can have. */
function namesOf(contract: Contract): ReadonlySet<string> {
  const earlier = names.get(contract);
  if (earlier) return earlier;
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const collect = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
    seen.add(schema);
    const { properties = {} } = schema as { properties?: Record<string, TSchema> };
    for (const name of Object.keys(properties)) found.add(name);
    for (const part of Object.values(schema)) collect(part);
  };
  for (const schema of [contract.body, contract.query, contract.params]) collect(schema);
  names.set(contract, found);
  return found;
}
