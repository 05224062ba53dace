import type { ErrorObject } from 'ajv';
import type { TSchema } from '../../../schemas/common.js';

const UUID = 'must be a UUID, such as 0190a5e0-7a3c-7d2e-9f00-5d0c2a1b3c4d';
const DATE = 'must be a date, such as 2026-03-01';
const WEB_ADDRESS = 'must be an address that begins with http:// or https://, without spaces';
const SAFE_ADDRESS = 'must be an address that begins with https://, without spaces';
const TIME_OF_DAY = 'must be a time of day, such as 09:30';
const END_OF_DAY = 'must be a time of day, such as 17:30, or 24:00';
const LINE = 'must be one line, without control characters';
const LANGUAGE = 'must be a language, such as en or pt-BR';

/** The requirement of each format and pattern in the schemas of requests. */
export const MEANINGS: Readonly<Record<string, string>> = {
  uuid: UUID,
  date: DATE,
  'date-time': 'must be a date and time with its zone, such as 2026-03-01T09:00:00Z',
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$': UUID,
  '^(stopped|now|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$':
    'must be stopped, now or the ID of an event',
  '^\\d{4}-\\d{2}-\\d{2}$': DATE,
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': TIME_OF_DAY,
  '^([01]\\d|2[0-3]):[0-5]\\d$': TIME_OF_DAY,
  '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$': END_OF_DAY,
  '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$': END_OF_DAY,
  '\\S': 'must not be blank',
  '^[^\\S\\x00-\\x1f\\x7f\\u2028\\u2029]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f\\u2028\\u2029]*$':
    'must be one line that is not blank',
  '^[^\\x00-\\x1f\\x7f\\u2028\\u2029]*$': LINE,
  '^[\\t\\x20-\\x7e]{0,1000}$': 'must be one line of at most 1000 ASCII characters',
  '^[\\x21-\\x7e]+$': 'must be ASCII characters without spaces',
  '^[A-Za-z0-9_.-]{1,64}$': 'must be 1 to 64 characters long and use only A-Z, a-z, 0-9, "_", "." and "-"',
  '^[A-Za-z0-9_-]{1,64}$': 'must be 1 to 64 characters long and use only A-Z, a-z, 0-9, "_" and "-"',
  '^[0-9A-Za-z_-]{1,64}$': 'must be 1 to 64 characters long and use only A-Z, a-z, 0-9, "_" and "-"',
  '^[A-Za-z0-9_-]{1,100}$': 'must be 1 to 100 characters long and use only A-Z, a-z, 0-9, "_" and "-"',
  '^[A-Za-z0-9_]{1,64}$': 'must be 1 to 64 characters long and use only A-Z, a-z, 0-9 and "_"',
  '^[a-z0-9_-]{1,64}$': 'must be 1 to 64 characters long and use only a-z, 0-9, "_" and "-"',
  '^[a-z0-9_-]{1,40}$': 'must be 1 to 40 characters long and use only a-z, 0-9, "_" and "-"',
  '^[a-z0-9][a-z0-9_-]{0,63}$':
    'must start with a-z or 0-9, be at most 64 characters long and use only a-z, 0-9, "_" and "-"',
  '^[a-z][a-z0-9_]{0,63}$': 'must start with a-z, be at most 64 characters long and use only a-z, 0-9 and "_"',
  '^[a-z_]{1,32}$': 'must be 1 to 32 characters long and use only a-z and "_"',
  '^[A-Z]{3}$': 'must be a currency of three capital letters, such as EUR',
  '^[0-9]$': 'must be a digit',
  '^[0-9a-f]{64}$': 'must be a SHA-256 hash: 64 hexadecimal digits in lower case',
  '^#[0-9a-fA-F]{6}$': 'must be a colour, such as #1a73e8',
  '^AC[0-9a-fA-F]{32}$': 'must be the SID of a Twilio account: AC and 32 hexadecimal characters',
  '^XE[0-9a-fA-F]{32}$': 'must be the SID of a Twilio sender: XE and 32 hexadecimal characters',
  '^[A-Za-z]{2}(-[A-Za-z0-9]{1,8}){0,2}$': 'must be a country, or a part of one, such as ES or ES-MD',
  '^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})?$': LANGUAGE,
  '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$': LANGUAGE,
  '^[A-Za-z0-9_-]+$': 'must be Base64url',
  '^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$': 'must be a DKIM selector, such as s1',
  '^[A-Za-z0-9]([A-Za-z0-9._:-]*[A-Za-z0-9])?$': 'must be the name or address of a server, such as mail.example.com',
  '^(\\*\\.)?([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,62}$':
    'must be a host, such as api.example.com or *.example.com',
  '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$':
    'must be a domain, such as links.example.com',
  '^https?://': WEB_ADDRESS,
  '^https?://\\S+$': WEB_ADDRESS,
  '^https?://[^\\s]+$': WEB_ADDRESS,
  '^https?://[^\\s]{1,2000}$': `${WEB_ADDRESS}, of at most 2007 characters`,
  '^https:': SAFE_ADDRESS,
  '^https://': SAFE_ADDRESS,
  '^https://[^\\s]+$': SAFE_ADDRESS,
  '^https://[^\\s]{1,1990}$': `${SAFE_ADDRESS}, of at most 1998 characters`,
  '^https://[^\\s]{1,2000}$': `${SAFE_ADDRESS}, of at most 2008 characters`,
  '^(call|whatsapp|email|chat)(,(call|whatsapp|email|chat))*$':
    'must be one or more of call, whatsapp, email, chat, separated by commas',
  '^(activity|message|call|call_missed)(,(activity|message|call|call_missed))*$':
    'must be one or more of activity, message, call, call_missed, separated by commas',
};

const TYPES: Record<string, string> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
const atLeast = (n: number, what: string) => (n === 1 ? 'must not be empty' : `must have at least ${counted(n, what)}`);
const atMost = (n: number, what: string) => `must have at most ${counted(n, what)}`;

/** Returns the tags that distinguish the branches of a union. */
const tagsOf = ({ parentSchema, params }: ErrorObject): unknown[] =>
  ((parentSchema?.oneOf ?? []) as TSchema[]).map((branch) => branch.properties?.[String(params.tag)]?.const);

const WORDS: Record<string, (error: ErrorObject) => string | undefined> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a known field; check its spelling',
  enum: ({ params }) => `must be one of: ${(params.allowedValues as unknown[]).join(', ')}`,
  const: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}`,
  discriminator: (error) => `must be one of: ${tagsOf(error).join(', ')}`,
  pattern: ({ params }) => MEANINGS[params.pattern],
  format: ({ params }) => MEANINGS[params.format],
  type: ({ params }) =>
    `must be ${[params.type]
      .flat()
      .map((type) => TYPES[type] ?? type)
      .join(' or ')}`,
  minLength: ({ params }) => atLeast(params.limit, 'character'),
  maxLength: ({ params }) => atMost(params.limit, 'character'),
  minItems: ({ params }) => atLeast(params.limit, 'item'),
  maxItems: ({ params }) => atMost(params.limit, 'item'),
  minProperties: ({ params }) => atLeast(params.limit, 'field'),
  maxProperties: ({ params }) => atMost(params.limit, 'field'),
  minimum: ({ params }) => `must be at least ${params.limit}`,
  maximum: ({ params }) => `must be at most ${params.limit}`,
  uniqueItems: ({ params }) => `must not hold the same twice (items ${params.j} and ${params.i})`,
};

/** Describes in words what a value has to be that Ajv found wrong, for a sentence that begins with its name. */
export const inWords = (error: ErrorObject): string => WORDS[error.keyword]?.(error) ?? error.message ?? 'is not valid';
