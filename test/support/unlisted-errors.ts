import { afterAll, expect } from '@jest/globals';
import type { Express, Response } from 'express';
import { errorsOf } from '../../api/openapi.js';
import type { Route } from '../../api/route.js';

/** Fails a test file in which an operation answered an error that its contract, and so `/openapi.json`, doesn't name. */
export function expectListedErrors(): (app: Express, table: readonly Route[]) => void {
  const unlisted = new Set<string>();
  afterAll(() => expect([...unlisted]).toEqual([]));
  return (app, table) => {
    const listed = new Map(table.map(({ contract }) => [contract.operationId, new Set<string>(errorsOf(contract))]));
    const { json } = app.response;
    // The prototype of this app's responses alone.
    app.response.json = function note(this: Response, body: { code?: string }) {
      const operation = String(this.locals.operation);
      const codes = listed.get(operation);
      if (this.statusCode >= 400 && codes && typeof body?.code === 'string' && !codes.has(body.code))
        unlisted.add(`${operation} ${body.code}`);
      return json.call(this, body);
    };
  };
}
