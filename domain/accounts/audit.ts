import type { TSchema } from '../../schemas/common.js';
import type { Contract } from '../../schemas/contract.js';

/**
 * The daily operations of keys, by the first part of the path. Events record them, and a write to the audit log for
 * each lead would cost too much. All other operations of keys change the configuration of the account.
 */
const DAILY_WORK = new Set([
  ...['leads', 'lead-changes', 'notes', 'tags', 'imports', 'workflow-runs', 'messages', 'conversations', 'conversions'],
  ...['meetings', 'meeting-holds', 'meeting-notes', 'tasks', 'inbox', 'notifications', 'attention'],
]);

const MOST_FIELDS = 50;
const LONGEST = 200;

/** The operations that aren't changes: users come and go. */
export const ACCESS_OPERATIONS: readonly string[] = [
  ...['signIn', 'completeSignIn', 'signInWithPasskey', 'finishSignOn', 'signOut', 'single_sign_on.signed_out'],
];

/** Returns what an operation is about: the first part of its path, such as `workflows`. */
export const resourceTypeOf = ({ path }: Pick<Contract, 'path'>): string => path.split('/')[3] ?? '';

/**
 * Returns whether what an operation did is written to the audit log: all changes by users, those of the configuration
 * by keys.
 */
export function isAudited(
  { method, path, scope, audited }: Pick<Contract, 'method' | 'path' | 'scope' | 'audited'>,
  byUser: boolean,
): boolean {
  if (audited !== undefined) return audited;
  if (method === 'get' || scope?.endsWith(':read')) return false;
  return byUser || (!scope?.endsWith(':run') && !DAILY_WORK.has(resourceTypeOf({ path })));
}

/** Returns whether an answer exports records as a file, that is, in a media type other than JSON. */
export const isExport = ({ answerTypes }: Pick<Contract, 'answerTypes'>, answeredAs: string | undefined): boolean =>
  Object.keys(answerTypes ?? {}).some((type) => type !== 'text/event-stream' && answeredAs?.startsWith(type));

/**
 * Returns whether the log keeps the values of an update. Only the configuration has them: what a lead said or is called
 * isn't copied from where its erasure looks.
 */
export const keepsValues = (contract: Pick<Contract, 'method' | 'path' | 'scope' | 'audited'>): boolean =>
  (contract.method === 'patch' || contract.method === 'put') && isAudited(contract, false);

/** The subject of a change, and the fields of the request. */
export interface AuditedChange {
  resourceType: string;
  resourceId: string | null;
  resourceName: string | null;
  changed: string[];
}

/** A request that was done. */
export interface AuditedOperation {
  params: Readonly<Record<string, string>>;
  body: unknown;
  /** The body of its answer. */
  answer: unknown;
}

/**
 * Tells what a request changed: its resource by the path, or by the answer where it made one, and the names of the
 * fields it gave. What these held, and names that the contract doesn't know, are left out.
 */
export function auditedChange(
  contract: Pick<Contract, 'path' | 'body'>,
  { params, body, answer }: AuditedOperation,
): AuditedChange {
  const made = resourceIn(answer);
  const id = params.id ?? Object.values(params)[0] ?? made?.id;
  return {
    resourceType: resourceTypeOf(contract),
    resourceId: typeof id === 'string' ? id.toLowerCase().slice(0, 64) : null,
    resourceName: typeof made?.name === 'string' ? made.name.slice(0, LONGEST) : null,
    changed: isObject(body) ? fieldsOf(contract.body).filter((name) => Object.hasOwn(body, name)) : [],
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The resource that an answer shows: its first part that has an id. */
export const resourceIn = (answer: unknown): Record<string, unknown> | undefined =>
  isObject(answer)
    ? Object.values(answer).find(
        (part): part is Record<string, unknown> => isObject(part) && typeof part.id === 'string',
      )
    : undefined;

/** The fields that a body can have, of all its forms. */
function fieldsOf(schema: TSchema | undefined): string[] {
  if (!schema) return [];
  const forms = [schema, ...((schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as TSchema[])];
  return [...new Set(forms.flatMap(({ properties }) => Object.keys(properties ?? {})))].slice(0, MOST_FIELDS);
}
