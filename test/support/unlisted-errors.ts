import { afterAll, expect } from '@jest/globals';
import type { Express, Response } from 'express';
import { bothDoors } from '../../api/doors.js';
import type { Route } from '../../api/http/route.js';
import { errorsOf } from '../../api/openapi/responses.js';

/** Fails a test file in which an operation answered an error that its contract, and so `/openapi.json`, doesn't name. */
export function expectListedErrors(): (app: Express, table: readonly Route[]) => void {
  const unlisted = new Set<string>();
  afterAll(() => expect([...unlisted]).toEqual([]));
  return (app, table) => {
    const listed = new Map<string, Set<string>>();
    for (const { contract } of bothDoors(table)) {
      const codes = listed.get(contract.operationId) ?? [];
      listed.set(contract.operationId, new Set([...codes, ...errorsOf(contract)]));
    }
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
