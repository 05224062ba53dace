import { afterAll, expect } from '@jest/globals';
import type { Express, Response } from 'express';
import { withDashboardRoutes } from '../../api/dashboard-routes.js';
import type { Route } from '../../api/http/route.js';
import { errorsOf } from '../../api/openapi/responses.js';
import { checksOf } from '../../runtime/json-schema.js';
import type { Contract } from '../../schemas/contract.js';
import type { ErrorCode } from '../../schemas/error-codes.js';
import { errorBodyOf } from '../../schemas/errors.js';

/**
 * Fails a test file in which an operation answered an error that its contract, and so `/openapi.json`, doesn't name, or
 * with a body that isn't described there.
 */
export function expectListedErrors(): (app: Express, table: readonly Route[]) => void {
  const unlisted = new Set<string>();
  afterAll(() => expect([...unlisted]).toEqual([]));
  return (app, table) => {
    const listed = new Map<string, { contract: Contract; codes: Set<string> }>();
    for (const { contract } of withDashboardRoutes(table)) {
      const codes = listed.get(contract.operationId)?.codes ?? [];
      listed.set(contract.operationId, { contract, codes: new Set([...codes, ...errorsOf(contract)]) });
    }
    const { json } = app.response;
    // The prototype of this app's responses alone.
    app.response.json = function note(this: Response, body: { code?: string }) {
      const operation = String(this.locals.operation);
      const known = listed.get(operation);
      if (this.statusCode >= 400 && known && typeof body?.code === 'string') {
        if (!known.codes.has(body.code)) unlisted.add(`${operation} ${body.code}`);
        else for (const fault of faultsOf(known.contract, body)) unlisted.add(`${operation} ${body.code}: ${fault}`);
      }
      return json.call(this, body);
    };
  };
}

/** Lists what a body has that its description doesn't name, or lacks of it. */
function faultsOf(contract: Contract, body: object): string[] {
  const schema = errorBodyOf(contract, (body as { code: ErrorCode }).code);
  const validate = checksOf(schema, 'untouched')();
  const isFit = validate(JSON.parse(JSON.stringify(body)));
  const faults = isFit ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  // Requests that don't book may add keys of their own, which the description leaves open.
  const isBooking = contract.errors.includes('SLOT_CONFLICT');
  const unnamed = isBooking ? Object.keys(body).filter((key) => !Object.hasOwn(schema.properties, key)) : [];
  return [...faults, ...unnamed.map((key) => `${key} is not described`)];
}
