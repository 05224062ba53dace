import type { AccountFixture } from '../account-fixture.js';

/** A request that its route answers with success for an authorized caller. */
export interface RouteRequest {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Makes what an operation is asked about, and says how it is asked. */
export type Make = (fixture: AccountFixture) => Promise<RouteRequest>;

/** Valid requests for operations, by name. Every call makes rows of its own. */
export type Requests = Record<string, Make>;

export const PUBLIC = '/api/public';
export const INTERNAL = '/api/internal';
export const WIDGET = '/api/widget/v1';
/** Asks an address of the public API. */
export const at =
  (path: string, body?: unknown): Make =>
  async () => ({ path: PUBLIC + path, body });
/** Asks an address that only signed-in users have. */
export const within =
  (path: string, body?: unknown): Make =>
  async () => ({ path: INTERNAL + path, body });
/** Requests something that the world makes first, by its id. */
export const one =
  (make: (fixture: AccountFixture) => Promise<string>, path: (id: string) => string, body?: unknown): Make =>
  async (fixture) => ({ path: PUBLIC + path(await make(fixture)), body });

/** Asks something of a new lead. */
export const ofLead = (rest = '', body?: unknown) =>
  one(
    (fixture) => fixture.lead(),
    (id) => `/leads/${id}${rest}`,
    body,
  );
/** Asks something of a lead that is enrolled. */
export const ofRun = (rest: string, body: object) =>
  one(
    async (fixture) => (await fixture.enrolled()).leadId,
    (id) => `/leads/${id}${rest}`,
    body,
  );
/** Requests one of a folder. */
export const resource = (make: (fixture: AccountFixture) => Promise<string>, folder: string, body?: unknown) =>
  one(make, (id) => `/${folder}/${id}`, body);
