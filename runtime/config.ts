import { readFileSync } from 'node:fs';
import { type Static, Type } from '@sinclair/typebox';
import ipaddr from 'ipaddr.js';
import { checksOf } from './json-schema.js';

const text = (description: string, options: object = {}) => Type.String({ description, ...options });

const SECRET_LENGTH = 32;

/** Every setting, its default and meaning. `.env.example` is made from it. */
export const ConfigSchema = Type.Object({
  DATABASE_URL: text('MySQL 8 or MariaDB 10.6+: mysql://user:password@host:port/database', { pattern: '^mysql://' }),
  DATABASE_POOL_SIZE: Type.Integer({
    minimum: 2,
    maximum: 500,
    default: 50,
    description: 'Connections a process opens at most.',
  }),
  DATABASE_WAIT_MS: Type.Integer({
    minimum: 100,
    maximum: 60_000,
    default: 1_000,
    description: 'Milliseconds to wait for a connection before the database counts as away.',
  }),
  REQUEST_DEADLINE_MS: Type.Integer({
    minimum: 500,
    maximum: 120_000,
    default: 2_500,
    description: 'Milliseconds after which a request is given up with 503; some long operations have their own.',
  }),
  OVERLOAD_LAG_MS: Type.Integer({
    minimum: 50,
    maximum: 60_000,
    default: 500,
    description: 'Event loop lag in milliseconds from which new requests are refused with 503.',
  }),
  DISK_ALARM_PERCENT: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 10,
    description: 'Free space, in percent of a disk, below which /readyz and the log call it low; 0 switches it off.',
  }),
  DISK_FOLDERS: Type.Optional(
    text(
      'Folders whose disks are looked after, separated by commas; the database’s own, where it is on this machine, if not given.',
    ),
  ),
  LAS_SECRET: text(
    'Master secret, at least 32 bytes. Tokens, sessions and stored credentials are protected with keys made from it.',
    { minLength: SECRET_LENGTH },
  ),
  LAS_PREVIOUS_SECRETS: text('Earlier master secrets, comma-separated; still accepted for reading what they sealed.', {
    default: '',
  }),
  HOST: text('Address the API listens on.', { default: '127.0.0.1' }),
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 3000,
    description: 'Port of the API; 0 takes a free one.',
  }),
  WORKER_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 0,
    description: "Port of the worker's health and metrics pages; 0 takes a free one.",
  }),
  PUBLIC_URL: text(
    'Address under which leads and providers reach the API; links in e-mails start with it. Default: http://127.0.0.1:PORT',
    { default: '' },
  ),
  API_URL: text(
    'Address under which the worker reaches the API, to tell what becomes of the sandbox’s calls. Default: http://127.0.0.1:PORT',
    { default: '', pattern: '^$|^https?://[^\\s]+$' },
  ),
  TEMPORAL_TASK_QUEUE_PREFIX: text('Put before every task queue name, so that several deployments share a namespace.', {
    default: '',
    pattern: '^[a-z0-9-]{0,40}$',
  }),
  TEMPORAL_UI_URL: text('Address of the Temporal UI, for links to runs.', { default: '' }),
  TEMPORAL_RETENTION_DAYS: Type.Integer({
    minimum: 1,
    maximum: 365,
    default: 30,
    description: 'How long Temporal keeps closed runs.',
  }),
  RAW_EVENT_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 30,
    description: 'Days for which what providers sent to the hooks is kept as it came, once it was worked.',
  }),
  PAYLOAD_ENCRYPTION_KEYS: text(
    'Key ring `id:base64 of 32 bytes`, comma-separated, newest first. Set: payloads and failures in Temporal are encrypted.',
    { default: '' },
  ),
  WORKER_MAX_CACHED_WORKFLOWS: Type.Integer({
    minimum: 1,
    maximum: 10000,
    default: 400,
    description: 'Runs a worker keeps in memory.',
  }),
  WORKER_MAX_CONCURRENT_ACTIVITIES: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 40,
    description: 'Activities a worker runs at once.',
  }),
  FUNCTION_POOL_SIZE: Type.Integer({
    minimum: 1,
    maximum: 64,
    default: 2,
    description: 'Processes in which a worker runs cloud functions, each one at a time.',
  }),
  KNOWLEDGE_DOCUMENTS: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 500,
    description: 'Documents an account may have for its agents to answer from.',
  }),
  KNOWLEDGE_CHUNKS: Type.Integer({
    minimum: 1,
    maximum: 200_000,
    default: 20_000,
    description: 'Parts of about a thousand characters to which the documents of an account may come in all.',
  }),
  WORKER_SDK_METRICS_ADDRESS: text(
    "Address such as 127.0.0.1:9464 where the worker serves the Temporal SDK's own metrics for Prometheus, at /metrics. Empty: not served.",
    { default: '', pattern: '^$|^(\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-fA-F:]+\\]):\\d{1,5}$' },
  ),
  TRUST_PROXY: text(
    'Proxies before the API whose X-Forwarded-For counts: how many there are, such as 1, or their addresses and networks, comma-separated (10.0.0.0/8, loopback, linklocal, uniquelocal). Empty: none.',
    { default: '' },
  ),
  MAIL_PRIVATE_HOSTS: text(
    'Mail servers, by name or address, that senders and mailboxes may use though their address is private; comma-separated. All others have to be public.',
    { default: '', pattern: '^[^\\s,]*(\\s*,\\s*[^\\s,]+)*$' },
  ),
  MODEL_PRIVATE_HOSTS: text(
    'Model servers, by name or address, that models may name though their address is private, also without TLS; comma-separated. All others have to be public.',
    { default: '', pattern: '^[^\\s,]*(\\s*,\\s*[^\\s,]+)*$' },
  ),
  MODEL_CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description:
      'Turns of conversations in which a worker asks models at once. A turn mostly waits; with few of them one slow model keeps others from being asked.',
  }),
  PROMPT_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 30,
    description: 'Days for which what models were asked and answered is kept; what it cost is kept for good.',
  }),
  META_GRAPH_URL: text("Meta's Graph API with its version, which WhatsApp messages leave by.", {
    default: 'https://graph.facebook.com/v23.0',
    pattern: '^https?://[^\\s]+$',
  }),
  META_APP_ID: text("The Meta app that uploads belong to; `app` takes the one of the number's access token.", {
    default: 'app',
    pattern: '^[A-Za-z0-9]{1,40}$',
  }),
  TWILIO_URL: text("Address of Twilio's main API; its other ones have another first word instead of `api`.", {
    default: 'https://api.twilio.com',
    pattern: '^https?://[^/\\s]+$',
  }),
  CALENDAR_ALLOW_PRIVATE: Type.Boolean({
    default: false,
    description: 'Whether host calendars may live on private addresses, also without TLS.',
  }),
  WEBHOOK_ALLOW_PRIVATE: Type.Boolean({
    default: false,
    description: 'Whether webhooks (`call_webhook`) may go to private addresses, as to a receiver beside the service.',
  }),
  VOICE_ALLOW_PRIVATE: Type.Boolean({
    default: false,
    description: 'Whether voice agents may name voice servers on private addresses.',
  }),
  RETELL_URL: text("Address of Retell's API.", { default: 'https://api.retellai.com', pattern: '^https?://[^/]+$' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: text(
    'Address of an OpenTelemetry receiver such as http://127.0.0.1:4318, which traces are sent to by OTLP over HTTP. Empty: none are made.',
    { default: '', pattern: '^$|^https?://[^\\s]+$' },
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: text(
    'The whole address for traces, where it isn’t the one above with /v1/traces.',
    {
      default: '',
      pattern: '^$|^https?://[^\\s]+$',
    },
  ),
  OTEL_EXPORTER_OTLP_HEADERS: text('Headers of that request, such as a key: `name=value`, comma-separated.', {
    default: '',
  }),
  OTEL_SERVICE_NAME: text('What traces call this service. Default: lead-automation-service', { default: '' }),
  OTEL_TRACES_SAMPLE_RATIO: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'Share of the requests and runs that are traced, where their caller did not decide it.',
  }),
  WATCHDOG_MS: Type.Integer({
    minimum: 0,
    maximum: 600_000,
    default: 10_000,
    description:
      'Milliseconds that the event loop of a process may stall before the process ends itself to be restarted. 0 turns this off.',
  }),
  LOG_LEVEL: Type.Unsafe<'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'>({
    type: 'string',
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    description: 'Least level that is logged.',
  }),
});

export type Config = Static<typeof ConfigSchema>;

const checks = checksOf(ConfigSchema, 'texts');

/** Thrown at start when settings are missing or wrong; lists all of them at once. */
export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`Settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const SAMPLE_SECRET = /^(change-?me|secret|example|sample|your-secret)/i;

/**
 * Reads the settings from `env`. Each may also come from a file: `NAME_FILE` holds its path.
 * Throws `ConfigError` with every problem.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const name of Object.keys(ConfigSchema.properties)) {
    const file = env[`${name}_FILE`];
    try {
      const value = env[name] ?? (file ? readFileSync(file, 'utf8').trim() : undefined);
      if (value !== undefined && value !== '') values[name] = value;
    } catch {
      problems.push(`${name}_FILE names ${file}, which can't be read`);
    }
  }
  const validate = checks();
  if (!validate(values)) {
    for (const error of validate.errors ?? []) {
      const name = error.instancePath.slice(1) || String(error.params.missingProperty ?? '');
      const meaning = ConfigSchema.properties[name as keyof Config]?.description ?? '';
      problems.push(`${name} ${error.keyword === 'required' ? 'is not set' : error.message}: ${meaning}`);
    }
  }
  if (typeof values.LAS_SECRET === 'string' && SAMPLE_SECRET.test(values.LAS_SECRET)) {
    problems.push('LAS_SECRET is a sample value: make one with `openssl rand -base64 32`');
  }
  const previous = listed(String(values.LAS_PREVIOUS_SECRETS ?? ''));
  if (previous.some((secret) => secret.length < SECRET_LENGTH)) {
    problems.push(`LAS_PREVIOUS_SECRETS: each must have at least ${SECRET_LENGTH} characters, as LAS_SECRET has`);
  }
  problems.push(...proxyProblems(String(values.TRUST_PROXY ?? '')));
  if (problems.length > 0) throw new ConfigError(problems);
  const config = values as Config;
  return {
    ...config,
    PUBLIC_URL: config.PUBLIC_URL.replace(/\/$/, ''),
    API_URL: config.API_URL.replace(/\/$/, ''),
    META_GRAPH_URL: config.META_GRAPH_URL.replace(/\/$/, ''),
  };
}

const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);
const PROXY_COUNT = /^\d{1,2}$/;

function proxyProblems(setting: string): string[] {
  if (PROXY_COUNT.test(setting)) return [];
  if (setting.toLowerCase() === 'true') {
    return [
      'TRUST_PROXY must not be true: any client could then choose its own address. Set the number of proxies, such as 1',
    ];
  }
  const isKnown = (item: string) => PROXY_NAMES.has(item) || ipaddr.isValid(item) || ipaddr.isValidCIDR(item);
  return listed(setting)
    .filter((item) => !isKnown(item))
    .map((item) => `TRUST_PROXY: ${item} is neither a number of proxies nor an address. Set the number, such as 1`);
}

/** Returns which proxies are trusted, as Express takes it; undefined where none is. */
export function trustedProxies({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): number | string[] | undefined {
  const proxies = PROXY_COUNT.test(TRUST_PROXY) ? Number(TRUST_PROXY) : listed(TRUST_PROXY);
  return proxies === 0 || (Array.isArray(proxies) && proxies.length === 0) ? undefined : proxies;
}

/** Returns the address under which the outside reaches the API. */
export const publicUrl = (config: Config): string => config.PUBLIC_URL || `http://127.0.0.1:${config.PORT}`;

/** Returns the address under which the worker reaches the API. */
export const apiUrl = (config: Pick<Config, 'API_URL' | 'PORT'>): string =>
  config.API_URL || `http://127.0.0.1:${config.PORT}`;

/** Returns the master secrets, newest first: the first one signs and seals, all of them are accepted. */
export const secretsOf = (config: Pick<Config, 'LAS_SECRET' | 'LAS_PREVIOUS_SECRETS'>): [string, ...string[]] => [
  config.LAS_SECRET,
  ...listed(config.LAS_PREVIOUS_SECRETS),
];

/** Lists the mail servers that may have private addresses, in lower case. */
export const privateMailHosts = (config: Pick<Config, 'MAIL_PRIVATE_HOSTS'>): string[] =>
  listed(config.MAIL_PRIVATE_HOSTS.toLowerCase());

/** Lists the model servers that may have private addresses, in lower case. */
export const privateModelHosts = (config: Pick<Config, 'MODEL_PRIVATE_HOSTS'>): string[] =>
  listed(config.MODEL_PRIVATE_HOSTS.toLowerCase());

const listed = (list: string): string[] =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
