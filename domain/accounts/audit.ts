import type { TSchema } from '../../schemas/common.js';
import type { Contract } from '../../schemas/contract.js';

/** What sets an account up: changes of these are kept whoever makes them. What keys do with leads stands in the events. */
const CONFIGURATION = new Set([
  ...[
    'workflows',
    'templates',
    'email-senders',
    'voice-agents',
    'whatsapp-numbers',
    'hooks',
    'widgets',
    'suppressions',
  ],
  ...['background-jobs', 'cloud-functions', 'secrets', 'hosts', 'availability-blocks', 'meeting-types', 'campaigns'],
  ...['conversion-types', 'canned-replies'],
]);

const MOST_FIELDS = 50;
const LONGEST = 200;

const partsOf = ({ path }: Pick<Contract, 'path'>): string[] => path.split('/').slice(3);

/** Tells whether what an operation did is written to the audit log: all changes by users, those of the set-up by keys. */
export function isAudited(contract: Pick<Contract, 'method' | 'path' | 'scope'>, byUser: boolean): boolean {
  if (contract.method === 'get' || contract.scope?.endsWith(':read')) return false;
  return byUser || (CONFIGURATION.has(partsOf(contract)[0] ?? '') && contract.scope?.endsWith(':write') === true);
}

/** What a change was about, and which fields the request gave. */
export interface AuditedChange {
  resourceType: string;
  resourceId: string | null;
  resourceName: string | null;
  changed: string[];
}

/** A request that was done. */
export interface Done {
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
  { params, body, answer }: Done,
): AuditedChange {
  const made = resourceIn(answer);
  const id = params.id ?? Object.values(params)[0] ?? made?.id;
  return {
    resourceType: partsOf(contract)[0] ?? '',
    resourceId: typeof id === 'string' ? id.toLowerCase().slice(0, 64) : null,
    resourceName: typeof made?.name === 'string' ? made.name.slice(0, LONGEST) : null,
    changed: isObject(body) ? fieldsOf(contract.body).filter((name) => Object.hasOwn(body, name)) : [],
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The resource that an answer shows: its first part that has an id. */
const resourceIn = (answer: unknown): Record<string, unknown> | undefined =>
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
