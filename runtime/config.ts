// In one piece because every setting is listed once, with its meaning.
import { readFileSync } from 'node:fs';
import { type Static, Type } from '@sinclair/typebox';
import ipaddr from 'ipaddr.js';
import { checksOf } from './json-schema.js';
import { PRIVATE_HOST_SETTINGS, unreadableHosts } from './private-hosts.js';

const text = (description: string, options: object = {}) => Type.String({ description, ...options });

const SECRET_LENGTH = 32;

/** Every setting, its default and meaning. `.env.example` is made from it. */
export const ConfigSchema = Type.Object({
  DATABASE_URL: text('MySQL 8 or MariaDB 10.6+: mysql://user:password@host:port/database', { pattern: '^mysql://' }),
  DATABASE_POOL_SIZE: Type.Integer({
    minimum: 2,
    maximum: 500,
    default: 50,
    description: 'The maximum number of database connections per process.',
  }),
  DATABASE_WAIT_MS: Type.Integer({
    minimum: 100,
    maximum: 60_000,
    default: 1_000,
    description: 'How long to wait for a connection before the database counts as unreachable, in milliseconds.',
  }),
  REQUEST_DEADLINE_MS: Type.Integer({
    minimum: 500,
    maximum: 120_000,
    default: 2_500,
    description:
      'The deadline of a request in milliseconds; later requests get 503. Some long operations have their own.',
  }),
  OVERLOAD_LAG_MS: Type.Integer({
    minimum: 50,
    maximum: 60_000,
    default: 500,
    description: 'The event loop lag in milliseconds from which new requests are rejected with 503.',
  }),
  DISK_ALARM_PERCENT: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 10,
    description:
      'The percentage of free disk space below which /readyz and the log report low space. 0 turns the check ' + 'off.',
  }),
  DISK_FOLDERS: Type.Optional(
    text(
      'Folders whose disks are looked after, separated by commas; the database’s own, where it is on this machine, if not given.',
    ),
  ),
  LAS_SECRET: text(
    'The master secret, at least 32 bytes. Keys derived from it protect tokens, sessions and stored ' + 'credentials.',
    { minLength: SECRET_LENGTH },
  ),
  LAS_PREVIOUS_SECRETS: text(
    'Earlier master secrets, comma-separated. They can still decrypt what was encrypted with them.',
    {
      default: '',
    },
  ),
  HOST: text('The address that the API listens on.', { default: '127.0.0.1' }),
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 3000,
    description: 'The port of the API. 0 selects a free port.',
  }),
  WORKER_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 0,
    description: "The port of the worker's health and metrics endpoints. 0 selects a free port.",
  }),
  PUBLIC_URL: text(
    'Address under which leads and providers reach the API; links in emails start with it. Default: http://127.0.0.1:PORT',
    { default: '' },
  ),
  API_URL: text(
    'Address under which the worker reaches the API, to tell what becomes of the sandbox’s calls. Default: http://127.0.0.1:PORT',
    { default: '', pattern: '^$|^https?://[^\\s]+$' },
  ),
  SECURITY_CONTACT: text(
    'Where to report vulnerabilities of this instance, such as mailto:security@example.com or an https URL. ' +
      "It appears in `/.well-known/security.txt`; without it, the file doesn't exist.",
    { default: '', pattern: '^$|^(mailto:|https://)[^\\s]+$' },
  ),
  TEMPORAL_TASK_QUEUE_PREFIX: text(
    'The prefix of all task queue names, so that several deployments can share a namespace.',
    {
      default: '',
      pattern: '^[a-z0-9-]{0,40}$',
    },
  ),
  TEMPORAL_UI_URL: text('The URL of the Temporal UI, for links to runs.', { default: '' }),
  TEMPORAL_RETENTION_DAYS: Type.Integer({
    minimum: 1,
    maximum: 365,
    default: 30,
    description: 'How many days Temporal keeps closed runs.',
  }),
  RAW_EVENT_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 30,
    description: 'How many days the raw webhooks of providers are kept after they are processed.',
  }),
  PAYLOAD_ENCRYPTION_KEYS: text(
    'The encryption keys of Temporal payloads and failures, as `id:base64 of 32 bytes`, comma-separated, ' +
      "newest first. Empty: payloads aren't encrypted.",
    { default: '' },
  ),
  WORKER_MAX_CACHED_WORKFLOWS: Type.Integer({
    minimum: 1,
    maximum: 10000,
    default: 400,
    description: 'The number of workflow runs that a worker keeps in its cache.',
  }),
  WORKER_MAX_CONCURRENT_ACTIVITIES: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 40,
    description: 'The maximum number of concurrent activities per worker.',
  }),
  FUNCTION_POOL_SIZE: Type.Integer({
    minimum: 1,
    maximum: 64,
    default: 2,
    description: 'The number of processes per worker that run cloud functions, one at a time each.',
  }),
  KNOWLEDGE_DOCUMENTS: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 500,
    description: 'The maximum number of knowledge documents per account.',
  }),
  KNOWLEDGE_CHUNKS: Type.Integer({
    minimum: 1,
    maximum: 200_000,
    default: 20_000,
    description: 'The maximum number of knowledge chunks per account. A chunk has about a thousand characters.',
  }),
  WORKER_SDK_METRICS_ADDRESS: text(
    "Address such as 127.0.0.1:9464 where the worker serves the Temporal SDK's own metrics for Prometheus, at /metrics. Empty: not served.",
    { default: '', pattern: '^$|^(\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-fA-F:]+\\]):\\d{1,5}$' },
  ),
  METRICS_TOKEN: text(
    'The bearer token that protects /metrics of the API and the details of /readyz, at least 16 characters. Empty: /metrics is disabled, and /readyz only returns whether the API is ready.',
    { default: '', pattern: '^$|^[\\x21-\\x7e]{16,}$' },
  ),
  HSTS: Type.Unsafe<'off' | 'host' | 'subdomains'>({
    type: 'string',
    enum: ['off', 'host', 'subdomains'],
    default: 'host',
    description:
      'What Strict-Transport-Security covers: this host, its subdomains too, or nothing because the proxy sends the header.',
  }),
  TRUST_PROXY: text(
    'The proxies in front of the API whose X-Forwarded-For is trusted: their number, such as 1, or their addresses and networks, comma-separated (10.0.0.0/8, loopback, linklocal, uniquelocal). Empty: none.',
    { default: '' },
  ),
  SYSTEM_MAIL_SENDER_ID: text(
    "The ID of the email sender of an account that sends the instance's own emails, such as invitations and password resets, for all accounts. Empty: SYSTEM_MAIL_URL sends them.",
    { default: '', pattern: '^$|^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' },
  ),
  SYSTEM_MAIL_URL: text(
    "The mail server of these emails: smtp://user:password@host:587, or smtps:// for TLS from the start. It may be private. Empty: they are sent through each account's first sender with a server.",
    { default: '', pattern: '^$|^smtps?://[^\\s]+$' },
  ),
  SYSTEM_MAIL_FROM: text('The sender of these emails, such as Lead Automation <no-reply@example.com>.', {
    default: '',
    pattern: '^$|^([^<>\\r\\n]*<)?[^<>\\s]+@[^<>\\s]+>?$',
  }),
  MAIL_PRIVATE_HOSTS: text(
    'Private mail servers that senders and mailboxes can use, as `host:port`, comma-separated. `account=host:port` allows one for a single account, `host:*` allows all ports. Without a port: 25, 143, 465, 587 and 993. All other servers must be public.',
    { default: '', pattern: '^[^\\s,]*(\\s*,\\s*[^\\s,]+)*$' },
  ),
  MODEL_PRIVATE_HOSTS: text(
    'Private model servers that models can use, also without TLS, as `host:port`, comma-separated. `account=host:port` allows one for a single account, `host:*` allows all ports. Without a port: 80, 443, 1234, 8000, 8080 and 11434. All other servers must be public.',
    { default: '', pattern: '^[^\\s,]*(\\s*,\\s*[^\\s,]+)*$' },
  ),
  MODEL_CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description:
      'The number of conversation turns for which a worker calls models concurrently. A turn mostly waits, so a low number lets one slow model block the others.',
  }),
  PROMPT_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 30,
    description: 'How many days the requests to and responses of models are kept. Their cost is kept permanently.',
  }),
  MICROSOFT_CLIENT_ID: text(
    'The application (client) ID of your app registration at Microsoft, for connections to Microsoft 365. Empty: no one can connect a Microsoft mailbox.',
    { default: '', pattern: '^[^\\s]*$' },
  ),
  MICROSOFT_CLIENT_SECRET: text('The value of the client secret of that registration.', { default: '' }),
  MICROSOFT_TENANT: text(
    'Who can connect: `common` for all Microsoft accounts, `organizations` for work accounts, or the ID of your own tenant.',
    { default: 'common', pattern: '^[A-Za-z0-9.-]+$' },
  ),
  MICROSOFT_LOGIN_URL: text(
    'The URL of Microsoft’s sign-in. Other clouds have their own, such as https://login.microsoftonline.us, and need the ID of a tenant.',
    { default: 'https://login.microsoftonline.com', pattern: '^https?://[^/\\s]+/?$' },
  ),
  MICROSOFT_GRAPH_URL: text('The URL of Microsoft Graph, with its version.', {
    default: 'https://graph.microsoft.com/v1.0',
    pattern: '^https?://[^\\s]+$',
  }),
  GOOGLE_CLIENT_ID: text(
    'The client ID of your OAuth client at Google, for connections to Google Workspace and Gmail. Empty: no one can connect a Google mailbox.',
    { default: '', pattern: '^[^\\s]*$' },
  ),
  GOOGLE_CLIENT_SECRET: text('The client secret of that client.', { default: '' }),
  GOOGLE_ISSUER_URL: text('The URL of Google’s sign-in.', {
    default: 'https://accounts.google.com',
    pattern: '^https?://[^/\\s]+/?$',
  }),
  GMAIL_URL: text('The URL of the Gmail API, with its version.', {
    default: 'https://gmail.googleapis.com/gmail/v1',
    pattern: '^https?://[^\\s]+$',
  }),
  GOOGLE_CALENDAR_URL: text('The URL of the Google Calendar API, with its version.', {
    default: 'https://www.googleapis.com/calendar/v3',
    pattern: '^https?://[^\\s]+$',
  }),
  GOOGLE_PUBSUB_TOPIC: text(
    'The Pub/Sub topic to which Gmail reports received emails, such as projects/my-project/topics/gmail. Empty: Gmail is polled only.',
    { default: '', pattern: '^$|^projects/[^/\\s]{1,100}/topics/[^/\\s]{1,255}$' },
  ),
  GOOGLE_PUBSUB_SERVICE_ACCOUNT: text(
    'The service account that signs the requests of the push subscription of this topic, such as gmail-push@my-project.iam.gserviceaccount.com.',
    { default: '', pattern: '^$|^[^\\s@]+@[^\\s@]+$' },
  ),
  OIDC_ISSUER_URL: text(
    'The issuer of single sign-on for the dashboard, by OpenID Connect, such as https://login.example.com/realms/main. Empty: no single sign-on.',
    { default: '', pattern: '^$|^https?://[^\\s]+$' },
  ),
  OIDC_CLIENT_ID: text('The client ID of this instance at the issuer.', { default: '', pattern: '^[^\\s]*$' }),
  OIDC_CLIENT_SECRET: text('The client secret. Empty: a public client.', { default: '' }),
  OIDC_NAME: text('The name on the button: “Sign in with …”.', { default: 'single sign-on', maxLength: 60 }),
  OIDC_SCOPES: text('The scopes to request, separated by spaces.', {
    default: 'openid email profile',
    pattern: '(^| )openid( |$)',
  }),
  OIDC_REQUIRED: Type.Boolean({
    default: false,
    description:
      'Whether users can only sign in with single sign-on. `npm run admin -- users allow-password` lets one user in for an hour.',
  }),
  OIDC_ALLOWED_DOMAINS: text('The domains of email addresses that can sign in, comma-separated. Empty: all.', {
    default: '',
  }),
  OIDC_ROLE_CLAIM: text(
    'The claim with the role, such as `groups` or `realm_access.roles`. Each sign-in then sets the role. Empty: roles are managed in the dashboard.',
    { default: '' },
  ),
  OIDC_ROLE_MAP: text(
    'The roles of the values of that claim, as `value=role`, comma-separated, such as `crm-admins=admin`. Empty: the values are owner, admin, operator and viewer.',
    { default: '', pattern: '^$|^[^,]+=(owner|admin|operator|viewer)(,[^,]+=(owner|admin|operator|viewer))*$' },
  ),
  OIDC_DEFAULT_ROLE: Type.Unsafe<'' | 'owner' | 'admin' | 'operator' | 'viewer'>({
    type: 'string',
    enum: ['', 'owner', 'admin', 'operator', 'viewer'],
    default: '',
    description: 'The role of new users without a mapped value. Empty: they can’t sign in.',
  }),
  OIDC_ACCOUNT_CLAIM: text('The claim with the account. Empty: all people belong to OIDC_DEFAULT_ACCOUNT.', {
    default: '',
  }),
  OIDC_ACCOUNT_MAP: text(
    'The accounts of the values of that claim, as `value=account ID`, comma-separated. Empty: the values are account IDs.',
    { default: '', pattern: '^$|^[^,]+=[0-9a-fA-F-]{36}(,[^,]+=[0-9a-fA-F-]{36})*$' },
  ),
  OIDC_DEFAULT_ACCOUNT: text(
    'The ID of the account of people without a mapped value. Empty: the only account of the instance; with several accounts, they can’t sign in.',
    { default: '', pattern: '^$|^[0-9a-fA-F-]{36}$' },
  ),
  OIDC_CLOCK_SKEW_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 300,
    default: 60,
    description: 'How many seconds the clocks of the issuer and of this instance can differ.',
  }),
  META_GRAPH_URL: text("The URL of Meta's Graph API, with its version, for WhatsApp messages.", {
    default: 'https://graph.facebook.com/v23.0',
    pattern: '^https?://[^\\s]+$',
  }),
  META_APP_ID: text("The Meta app that uploads belong to. `app` uses the app of the number's access token.", {
    default: 'app',
    pattern: '^[A-Za-z0-9]{1,40}$',
  }),
  TWILIO_URL: text("The URL of Twilio's main API. The URLs of its other APIs are derived from it.", {
    default: 'https://api.twilio.com',
    pattern: '^https?://[^/\\s]+$',
  }),
  SNS_URL: text(
    'The URL of Amazon SNS, where its certificates are read and subscriptions are confirmed. Empty: the regional host that each signed message names.',
    { default: '', pattern: '^$|^https?://[^/\\s]+$' },
  ),
  DNS_SERVERS: text(
    'The name servers that check the domains of email senders, as comma-separated addresses such as 9.9.9.9 or 127.0.0.1:5353. Empty: those of the system.',
    { default: '', pattern: '^[0-9a-fA-F.:,\\[\\] ]*$' },
  ),
  CALENDAR_PRIVATE_HOSTS: text(
    'Calendar servers that are allowed on private addresses, also without TLS: comma-separated `host:port`. `account=host:port` allows one for a single account, `host:*` allows all ports. Default ports: 80, 443 and 5232. All other servers must be public.',
    { default: '', pattern: '^[^\\s,]*(\\s*,\\s*[^\\s,]+)*$' },
  ),
  CALENDAR_ALLOW_PRIVATE: Type.Boolean({
    default: false,
    description: 'Deprecated. Allows every private address. List the servers in CALENDAR_PRIVATE_HOSTS instead.',
  }),
  WEBHOOK_PRIVATE_HOSTS: text(
    'Webhook receivers (`call_webhook`) that are allowed on private addresses, also without TLS: comma-separated `host:port`. `account=host:port` allows one for a single account, `host:*` allows all ports. Default ports: 80 and 443. All other receivers must be public.',
    { default: '', pattern: '^[^\\s,]*(\\s*,\\s*[^\\s,]+)*$' },
  ),
  WEBHOOK_ALLOW_PRIVATE: Type.Boolean({
    default: false,
    description: 'Deprecated. Allows every private address. List the servers in WEBHOOK_PRIVATE_HOSTS instead.',
  }),
  VOICE_PRIVATE_HOSTS: text(
    'Voice servers that are allowed on private addresses, also without TLS: comma-separated `host:port`. `account=host:port` allows one for a single account, `host:*` allows all ports. Default ports: 80 and 443. All other servers must be public.',
    { default: '', pattern: '^[^\\s,]*(\\s*,\\s*[^\\s,]+)*$' },
  ),
  VOICE_ALLOW_PRIVATE: Type.Boolean({
    default: false,
    description: 'Deprecated. Allows every private address. List the servers in VOICE_PRIVATE_HOSTS instead.',
  }),
  RETELL_URL: text("The URL of Retell's API.", { default: 'https://api.retellai.com', pattern: '^https?://[^/]+$' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: text(
    'The URL of an OpenTelemetry receiver such as http://127.0.0.1:4318. Traces are sent by OTLP over HTTP. Empty: no traces are created.',
    { default: '', pattern: '^$|^https?://[^\\s]+$' },
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: text(
    'The whole address for traces, where it isn’t the one above with /v1/traces.',
    {
      default: '',
      pattern: '^$|^https?://[^\\s]+$',
    },
  ),
  OTEL_EXPORTER_OTLP_HEADERS: text('The headers of these requests, such as a key: `name=value`, comma-separated.', {
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
      'How many milliseconds the event loop can stall before the process exits to be restarted. 0 turns the watchdog off.',
  }),
  LOG_LEVEL: Type.Unsafe<'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'>({
    type: 'string',
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    description: 'The minimum level of log entries.',
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
  if (values.SYSTEM_MAIL_URL && !values.SYSTEM_MAIL_FROM) {
    problems.push('SYSTEM_MAIL_FROM is not set: it is the sender of the emails that go through SYSTEM_MAIL_URL');
  }
  if (values.SYSTEM_MAIL_URL && !URL.canParse(String(values.SYSTEM_MAIL_URL))) {
    problems.push('SYSTEM_MAIL_URL is no URL: encode special characters of the password, such as %40 for @');
  }
  problems.push(...proxyProblems(String(values.TRUST_PROXY ?? '')));
  for (const name of PRIVATE_HOST_SETTINGS) {
    for (const item of unreadableHosts(String(values[name] ?? '')))
      problems.push(`${name}: ${item} is neither host:port nor account=host:port`);
  }
  if (values.GOOGLE_PUBSUB_TOPIC && !values.GOOGLE_PUBSUB_SERVICE_ACCOUNT)
    problems.push('GOOGLE_PUBSUB_SERVICE_ACCOUNT is not set, but GOOGLE_PUBSUB_TOPIC is');
  if (values.OIDC_ISSUER_URL && !values.OIDC_CLIENT_ID)
    problems.push('OIDC_CLIENT_ID is not set, but OIDC_ISSUER_URL is');
  if (values.OIDC_REQUIRED === true && !values.OIDC_ISSUER_URL) {
    problems.push('OIDC_REQUIRED needs OIDC_ISSUER_URL: otherwise no one could sign in');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  const config = values as Config;
  return {
    ...config,
    PUBLIC_URL: config.PUBLIC_URL.replace(/\/$/, ''),
    API_URL: config.API_URL.replace(/\/$/, ''),
    META_GRAPH_URL: config.META_GRAPH_URL.replace(/\/$/, ''),
    MICROSOFT_LOGIN_URL: config.MICROSOFT_LOGIN_URL.replace(/\/$/, ''),
    MICROSOFT_GRAPH_URL: config.MICROSOFT_GRAPH_URL.replace(/\/$/, ''),
    GMAIL_URL: config.GMAIL_URL.replace(/\/$/, ''),
    GOOGLE_CALENDAR_URL: config.GOOGLE_CALENDAR_URL.replace(/\/$/, ''),
    GOOGLE_ISSUER_URL: config.GOOGLE_ISSUER_URL.replace(/\/$/, ''),
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

const listed = (list: string): string[] =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** Returns the entries of a setting of the form `value=other`, comma-separated. The last `=` of an entry counts. */
export const pairsOf = (setting: string): Map<string, string> =>
  new Map(
    listed(setting).map((entry) => {
      const at = entry.lastIndexOf('=');
      return [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
    }),
  );
