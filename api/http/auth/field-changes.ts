import type { Db } from '../../../db/connection.js';
import { keepsValues, resourceIn } from '../../../domain/accounts/audit.js';
import { canonicalJson } from '../../../runtime/canonical-json.js';
import type { FieldChange } from '../../../schemas/accounts/audit.js';
import type { Contract } from '../../../schemas/contract.js';
import { ApiError } from '../errors.js';
import { requestReader } from '../request/request-reader.js';
import { NO_WORK, type Route, type RouteInput } from '../route.js';

/** The longest value that an entry of the audit log has, as JSON. Agents have versions with all of theirs. */
const LONGEST_VALUE = 2_000;

/** Reads a resource before its update, as the API shows it: without secrets. Returns undefined if it can't be read. */
export type ReadBefore = (input: RouteInput<Contract>, db: Db) => Promise<unknown>;

/** Returns the item of a list with an ID. */
const itemOf = (answer: object, id: unknown): unknown =>
  Object.values(answer)
    .flatMap((part) => (Array.isArray(part) ? part : []))
    .find((item) => item.id === id);

/**
 * Returns how the resource of an update is read, so that the audit log has its old values: with the GET of the same path,
 * or from its list if that has all in one page. Returns undefined for operations whose values the log doesn't keep.
 */
export function readerBefore({ contract }: Route, table: readonly Route[]): ReadBefore | undefined {
  if (!keepsValues(contract)) return undefined;
  const getOf = (path: string) => table.find((each) => each.contract.method === 'get' && each.contract.path === path);
  const own = getOf(contract.path);
  const list = own ? undefined : getOf(contract.path.replace(/\/\{id\}$/, ''));
  const get = own ?? (list?.contract.query?.properties.limit ? undefined : list);
  if (!get) return undefined;
  const { query } = requestReader(get);
  return async (input, db) => {
    try {
      const { body } = await get.handler({ ...input, query: query({}), body: undefined, db, work: NO_WORK } as never);
      return own ? body : { item: itemOf(body as object, input.params.id) };
    } catch (error) {
      // The update itself reports what is wrong with the request.
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  };
}

/**
 * Compares the fields that an update set, as the resource shows them before and after. Fields that it doesn't show, such as
 * secrets, and long values are left out.
 */
export function fieldChanges(changed: readonly string[], before: unknown, after: unknown): FieldChange[] {
  const [old, updated] = [resourceIn(before), resourceIn(after)];
  if (!old || !updated) return [];
  return changed
    .filter((field) => Object.hasOwn(old, field) && Object.hasOwn(updated, field))
    .map((field) => ({ field, before: old[field] ?? null, after: updated[field] ?? null }))
    .filter((change) => {
      const [was, is] = [canonicalJson(change.before), canonicalJson(change.after)];
      return was !== is && Math.max(was.length, is.length) <= LONGEST_VALUE;
    });
}
