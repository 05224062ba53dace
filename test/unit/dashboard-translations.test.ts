import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PATHS } from '../../dashboard/api/operations.js';
import { areaOf } from '../../dashboard/api/stale-queries.js';
import { SHAPES } from '../../dashboard/forms/shapes.js';
import * as audit from '../../dashboard/words/es/audit.js';
import { EVENTS } from '../../dashboard/words/es/events.js';
import { EVENT_KINDS } from '../../schemas/events/events.js';

type Module = Readonly<Record<string, unknown>>;
/** The texts of a module in another language: other strings, the same parameters. */
type Translated<M> = { readonly [Key in keyof M]: M[Key] extends string ? string : M[Key] };
interface Pair {
  en: () => Promise<Module>;
  es: () => Promise<Module>;
}

/** Compiles only if the Spanish module has each text of the English one with the same parameters. */
const pair = <M extends object>(en: () => Promise<M>, es: () => Promise<Translated<M>>): Pair => ({
  en: en as Pair['en'],
  es: es as Pair['es'],
});

const NOUNS: Readonly<Record<string, Pair>> = {
  performance: pair(
    () => import('../../dashboard/words/en/performance.js'),
    () => import('../../dashboard/words/es/performance.js'),
  ),
  'report-goals': pair(
    () => import('../../dashboard/words/en/report-goals.js'),
    () => import('../../dashboard/words/es/report-goals.js'),
  ),
  'shared-report': pair(
    () => import('../../dashboard/words/en/shared-report.js'),
    () => import('../../dashboard/words/es/shared-report.js'),
  ),
  agent: pair(
    () => import('../../dashboard/words/en/agent.js'),
    () => import('../../dashboard/words/es/agent.js'),
  ),
  agents: pair(
    () => import('../../dashboard/words/en/agents.js'),
    () => import('../../dashboard/words/es/agents.js'),
  ),
  api: pair(
    () => import('../../dashboard/words/en/api.js'),
    () => import('../../dashboard/words/es/api.js'),
  ),
  app: pair(
    () => import('../../dashboard/words/en/app.js'),
    () => import('../../dashboard/words/es/app.js'),
  ),
  audit: pair(
    () => import('../../dashboard/words/en/audit.js'),
    () => import('../../dashboard/words/es/audit.js'),
  ),
  campaigns: pair(
    () => import('../../dashboard/words/en/campaigns.js'),
    () => import('../../dashboard/words/es/campaigns.js'),
  ),
  'channel-states': pair(
    () => import('../../dashboard/words/en/channel-states.js'),
    () => import('../../dashboard/words/es/channel-states.js'),
  ),
  channels: pair(
    () => import('../../dashboard/words/en/channels.js'),
    () => import('../../dashboard/words/es/channels.js'),
  ),
  connections: pair(
    () => import('../../dashboard/words/en/connections.js'),
    () => import('../../dashboard/words/es/connections.js'),
  ),
  conversions: pair(
    () => import('../../dashboard/words/en/conversions.js'),
    () => import('../../dashboard/words/es/conversions.js'),
  ),
  cron: pair(
    () => import('../../dashboard/words/en/cron.js'),
    () => import('../../dashboard/words/es/cron.js'),
  ),
  cycles: pair(
    () => import('../../dashboard/words/en/cycles.js'),
    () => import('../../dashboard/words/es/cycles.js'),
  ),
  documents: pair(
    () => import('../../dashboard/words/en/documents.js'),
    () => import('../../dashboard/words/es/documents.js'),
  ),
  events: pair(
    () => import('../../dashboard/words/en/events.js'),
    () => import('../../dashboard/words/es/events.js'),
  ),
  fields: pair(
    () => import('../../dashboard/words/en/fields.js'),
    () => import('../../dashboard/words/es/fields.js'),
  ),
  function: pair(
    () => import('../../dashboard/words/en/function.js'),
    () => import('../../dashboard/words/es/function.js'),
  ),
  'function-runs': pair(
    () => import('../../dashboard/words/en/function-runs.js'),
    () => import('../../dashboard/words/es/function-runs.js'),
  ),
  functions: pair(
    () => import('../../dashboard/words/en/functions.js'),
    () => import('../../dashboard/words/es/functions.js'),
  ),
  help: pair(
    () => import('../../dashboard/words/en/help.js'),
    () => import('../../dashboard/words/es/help.js'),
  ),
  holds: pair(
    () => import('../../dashboard/words/en/holds.js'),
    () => import('../../dashboard/words/es/holds.js'),
  ),
  home: pair(
    () => import('../../dashboard/words/en/home.js'),
    () => import('../../dashboard/words/es/home.js'),
  ),
  'import-options': pair(
    () => import('../../dashboard/words/en/import-options.js'),
    () => import('../../dashboard/words/es/import-options.js'),
  ),
  'import-states': pair(
    () => import('../../dashboard/words/en/import-states.js'),
    () => import('../../dashboard/words/es/import-states.js'),
  ),
  imports: pair(
    () => import('../../dashboard/words/en/imports.js'),
    () => import('../../dashboard/words/es/imports.js'),
  ),
  inbox: pair(
    () => import('../../dashboard/words/en/inbox.js'),
    () => import('../../dashboard/words/es/inbox.js'),
  ),
  integrations: pair(
    () => import('../../dashboard/words/en/integrations.js'),
    () => import('../../dashboard/words/es/integrations.js'),
  ),
  invitation: pair(
    () => import('../../dashboard/words/en/invitation.js'),
    () => import('../../dashboard/words/es/invitation.js'),
  ),
  job: pair(
    () => import('../../dashboard/words/en/job.js'),
    () => import('../../dashboard/words/es/job.js'),
  ),
  jobs: pair(
    () => import('../../dashboard/words/en/jobs.js'),
    () => import('../../dashboard/words/es/jobs.js'),
  ),
  knowledge: pair(
    () => import('../../dashboard/words/en/knowledge.js'),
    () => import('../../dashboard/words/es/knowledge.js'),
  ),
  lead: pair(
    () => import('../../dashboard/words/en/lead.js'),
    () => import('../../dashboard/words/es/lead.js'),
  ),
  leads: pair(
    () => import('../../dashboard/words/en/leads.js'),
    () => import('../../dashboard/words/es/leads.js'),
  ),
  pipeline: pair(
    () => import('../../dashboard/words/en/pipeline.js'),
    () => import('../../dashboard/words/es/pipeline.js'),
  ),
  locale: pair(
    () => import('../../dashboard/words/en/locale.js'),
    () => import('../../dashboard/words/es/locale.js'),
  ),
  'meeting-states': pair(
    () => import('../../dashboard/words/en/meeting-states.js'),
    () => import('../../dashboard/words/es/meeting-states.js'),
  ),
  meetings: pair(
    () => import('../../dashboard/words/en/meetings.js'),
    () => import('../../dashboard/words/es/meetings.js'),
  ),
  members: pair(
    () => import('../../dashboard/words/en/members.js'),
    () => import('../../dashboard/words/es/members.js'),
  ),
  'message-states': pair(
    () => import('../../dashboard/words/en/message-states.js'),
    () => import('../../dashboard/words/es/message-states.js'),
  ),
  metrics: pair(
    () => import('../../dashboard/words/en/metrics.js'),
    () => import('../../dashboard/words/es/metrics.js'),
  ),
  models: pair(
    () => import('../../dashboard/words/en/models.js'),
    () => import('../../dashboard/words/es/models.js'),
  ),
  consents: pair(
    () => import('../../dashboard/words/en/consents.js'),
    () => import('../../dashboard/words/es/consents.js'),
  ),
  links: pair(
    () => import('../../dashboard/words/en/links.js'),
    () => import('../../dashboard/words/es/links.js'),
  ),
  'own-clients': pair(
    () => import('../../dashboard/words/en/own-clients.js'),
    () => import('../../dashboard/words/es/own-clients.js'),
  ),
  passkeys: pair(
    () => import('../../dashboard/words/en/passkeys.js'),
    () => import('../../dashboard/words/es/passkeys.js'),
  ),
  pauses: pair(
    () => import('../../dashboard/words/en/pauses.js'),
    () => import('../../dashboard/words/es/pauses.js'),
  ),
  palette: pair(
    () => import('../../dashboard/words/en/palette.js'),
    () => import('../../dashboard/words/es/palette.js'),
  ),
  'notification-settings': pair(
    () => import('../../dashboard/words/en/notification-settings.js'),
    () => import('../../dashboard/words/es/notification-settings.js'),
  ),
  parts: pair(
    () => import('../../dashboard/words/en/parts.js'),
    () => import('../../dashboard/words/es/parts.js'),
  ),
  previews: pair(
    () => import('../../dashboard/words/en/previews.js'),
    () => import('../../dashboard/words/es/previews.js'),
  ),
  profile: pair(
    () => import('../../dashboard/words/en/profile.js'),
    () => import('../../dashboard/words/es/profile.js'),
  ),
  reports: pair(
    () => import('../../dashboard/words/en/reports.js'),
    () => import('../../dashboard/words/es/reports.js'),
  ),
  'request-log': pair(
    () => import('../../dashboard/words/en/request-log.js'),
    () => import('../../dashboard/words/es/request-log.js'),
  ),
  reset: pair(
    () => import('../../dashboard/words/en/reset.js'),
    () => import('../../dashboard/words/es/reset.js'),
  ),
  retention: pair(
    () => import('../../dashboard/words/en/retention.js'),
    () => import('../../dashboard/words/es/retention.js'),
  ),
  roles: pair(
    () => import('../../dashboard/words/en/roles.js'),
    () => import('../../dashboard/words/es/roles.js'),
  ),
  runs: pair(
    () => import('../../dashboard/words/en/runs.js'),
    () => import('../../dashboard/words/es/runs.js'),
  ),
  sentences: pair(
    () => import('../../dashboard/words/en/sentences.js'),
    () => import('../../dashboard/words/es/sentences.js'),
  ),
  'sending-health': pair(
    () => import('../../dashboard/words/en/sending-health.js'),
    () => import('../../dashboard/words/es/sending-health.js'),
  ),
  settings: pair(
    () => import('../../dashboard/words/en/settings.js'),
    () => import('../../dashboard/words/es/settings.js'),
  ),
  setup: pair(
    () => import('../../dashboard/words/en/setup.js'),
    () => import('../../dashboard/words/es/setup.js'),
  ),
  shape: pair(
    () => import('../../dashboard/words/en/shape.js'),
    () => import('../../dashboard/words/es/shape.js'),
  ),
  shell: pair(
    () => import('../../dashboard/words/en/shell.js'),
    () => import('../../dashboard/words/es/shell.js'),
  ),
  'second-factor': pair(
    () => import('../../dashboard/words/en/second-factor.js'),
    () => import('../../dashboard/words/es/second-factor.js'),
  ),
  'sign-in': pair(
    () => import('../../dashboard/words/en/sign-in.js'),
    () => import('../../dashboard/words/es/sign-in.js'),
  ),
  states: pair(
    () => import('../../dashboard/words/en/states.js'),
    () => import('../../dashboard/words/es/states.js'),
  ),
  system: pair(
    () => import('../../dashboard/words/en/system.js'),
    () => import('../../dashboard/words/es/system.js'),
  ),
  tasks: pair(
    () => import('../../dashboard/words/en/tasks.js'),
    () => import('../../dashboard/words/es/tasks.js'),
  ),
  turn: pair(
    () => import('../../dashboard/words/en/turn.js'),
    () => import('../../dashboard/words/es/turn.js'),
  ),
  turns: pair(
    () => import('../../dashboard/words/en/turns.js'),
    () => import('../../dashboard/words/es/turns.js'),
  ),
  usage: pair(
    () => import('../../dashboard/words/en/usage.js'),
    () => import('../../dashboard/words/es/usage.js'),
  ),
  widget: pair(
    () => import('../../dashboard/words/en/widget.js'),
    () => import('../../dashboard/words/es/widget.js'),
  ),
  'user-mails': pair(
    () => import('../../dashboard/words/en/user-mails.js'),
    () => import('../../dashboard/words/es/user-mails.js'),
  ),
  'whatsapp-templates': pair(
    () => import('../../dashboard/words/en/whatsapp-templates.js'),
    () => import('../../dashboard/words/es/whatsapp-templates.js'),
  ),
};

/** Texts that are the same in both languages. */
const SAME = new Set([
  ...['Alex', 'Amazon SES', 'Google', 'Mailgun', 'Meta', 'Microsoft', 'Postmark', 'Resend', 'Retell', 'SendGrid'],
  ...['Twilio', 'WhatsApp', 'WhatsApp (Meta)'],
  ...['Slack', 'Teams', 'SPF', 'DKIM', 'DMARC'],
  ...[' Lead Automation', ' Lead Automation Service', 'npm run admin -- setup link', 'https://'],
  ...['Unicode (UTF-8)', 'Unicode (UTF-16 LE)', 'Unicode (UTF-16 BE)', 'CRM', 'EUR', 'URL', 'Ctrl K', 'j k'],
  ...['Audio', 'Chat', 'Error', 'Final', 'General', 'Lead', 'Leads', 'No', 'Sticker', 'Tokens', 'Variables'],
  ...['Webhook', 'Widget', 'Widgets', 'English', 'Español'],
]);

const folder = path.resolve(import.meta.dirname, '../../dashboard/words');
const nounsIn = (language: string) =>
  readdirSync(path.join(folder, language))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();

const isText = (value: unknown): value is string => typeof value === 'string';
type Phrase = (...values: unknown[]) => string;
const isPhrase = (value: unknown): value is Phrase => typeof value === 'function';

/** Calls a text with numbers, and with a list of numbers where it expects one. */
function say(phrase: Phrase, numbers: readonly number[]): string {
  try {
    return phrase(...numbers);
  } catch {
    return phrase(...numbers.map((number, at) => (at === numbers.length - 1 ? [number] : number)));
  }
}
const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).filter((number) => /^7\d$/.test(number)).sort();
const numbersFor = ({ length }: Phrase) => Array.from({ length }, (_, at) => 71 + at);
/** Lists the parameters for which a phrase has a form of its own for one. */
const singularsOf = (phrase: Phrase): number[] =>
  [...numbersFor(phrase).keys()].filter((at) => {
    const [one, two] = [1, 2].map((count) => say(phrase, numbersFor(phrase).with(at, count)).replaceAll(/\d+/g, '#'));
    return one !== two;
  });
const edgesOf = (text: string): string => text.replace(/\S.*\S|\S/s, '|');

describe.each(Object.entries(NOUNS))('the Spanish texts of %s', (_noun, { en, es }) => {
  it('are complete, and none is still English', async () => {
    const [english, spanish] = [await en(), await es()];
    expect(Object.keys(spanish).sort()).toEqual(Object.keys(english).sort());
    const texts = Object.entries(english).flatMap(([key, text]) =>
      isText(text) ? [{ text, translated: spanish[key] as string }] : [],
    );
    expect(texts.filter(({ text, translated }) => text === translated && !SAME.has(text))).toEqual([]);
    // Texts around a link or a time start and end with the same spaces.
    expect(texts.filter(({ text, translated }) => edgesOf(text) !== edgesOf(translated))).toEqual([]);
  });

  it('show every value and have a singular where the English ones do', async () => {
    const [english, spanish] = [await en(), await es()];
    const shownBy = (module: Module, keys: readonly string[]) =>
      keys.map((key) => {
        const phrase = module[key] as Phrase;
        return { key, values: numbersIn(say(phrase, numbersFor(phrase))), singulars: singularsOf(phrase) };
      });
    const keys = Object.keys(english).filter((key) => isPhrase(english[key]) && key !== 'singularOf');
    expect(shownBy(spanish, keys)).toEqual(shownBy(english, keys));
  });
});

it('translates each module of texts', () => {
  expect(nounsIn('es')).toEqual(nounsIn('en'));
  expect(Object.keys(NOUNS).sort()).toEqual(nounsIn('en'));
});

it('names each audited operation, event and hold in Spanish, which the API returns in English', () => {
  const operations = Object.entries(PATHS).flatMap(([name, path]) => (path.startsWith('GET ') ? [] : [name]));
  expect(operations.filter((name) => !Object.hasOwn(audit.OPERATION_NAMES, name))).toEqual([]);
  const areas = operations.map((name) => areaOf(name as keyof typeof PATHS));
  expect(areas.filter((area) => !Object.hasOwn(audit.AREA_NAMES, area))).toEqual([]);
  const params = { channel: 'email', reason: 'outside_window', step_key: 'hello', added: 2, removed: 0, changed: 1 };
  expect(EVENTS['message.sent'][1](params)).toBe('Se envió un mensaje por correo.');
  expect(EVENTS['lead.tags_changed'][1](params)).toBe('Etiquetas añadidas: 2. Quitadas: 0.');
  for (const kind of EVENT_KINDS) expect(EVENTS[kind][1](params)).toMatch(/\.$/);
});

/** Lists the descriptions that forms show. */
const descriptionsIn = (shape: unknown): string[] => {
  if (typeof shape !== 'object' || shape === null) return [];
  const { help } = shape as { help?: unknown };
  return [...(isText(help) ? [help] : []), ...Object.values(shape).flatMap(descriptionsIn)];
};

it('describes the fields of the forms in Spanish, each once', () => {
  const translated = JSON.parse(readFileSync(path.join(folder, 'es', 'descriptions.json'), 'utf8'));
  const all = new Set(descriptionsIn(SHAPES));
  expect([...all].filter((description) => !(description in translated))).toEqual([]);
  expect(Object.keys(translated).filter((description) => !all.has(description))).toEqual([]);
});

/** Lists the names of fields and the enum values that forms show. */
function namesIn(shape: unknown, fields = new Set<string>(), values = new Set<string>()) {
  if (typeof shape !== 'object' || shape === null) return { fields, values };
  const { kind, words, of } = shape as { kind?: string; words?: readonly string[]; of?: object };
  if (kind === 'object') for (const name of Object.keys((shape as { fields: object }).fields)) fields.add(name);
  if (kind === 'one' || kind === 'trigger') for (const word of words ?? []) values.add(word);
  if (kind === 'choice') for (const name of Object.keys(of ?? {})) values.add(name);
  for (const part of Object.values(shape)) namesIn(part, fields, values);
  return { fields, values };
}

it('has a Spanish label for each field, value and operator of the forms', async () => {
  const english = await import('../../dashboard/words/en/fields.js');
  const { LABELS, WORDS, OPERATORS, singularOf } = await import('../../dashboard/words/es/fields.js');
  const { fields, values } = namesIn(Object.values(SHAPES));
  expect([...fields].filter((name) => !(name in LABELS))).toEqual([]);
  expect([...values].filter((value) => !(value in WORDS))).toEqual([]);
  expect(Object.keys(english.LABELS).filter((name) => !(name in LABELS))).toEqual([]);
  expect(Object.keys(english.OPERATORS).filter((name) => !(name in OPERATORS))).toEqual([]);
  for (const [many, one] of [
    ['Condiciones', 'Condición'],
    ['Canales', 'Canal'],
    ['Variantes', 'Variante'],
    ['Respuestas rápidas', 'Respuesta rápida'],
    ['Filtros de leads', 'Filtro de leads'],
    ['Miércoles', 'Miércoles'],
  ])
    expect(singularOf(many ?? '')).toBe(one);
});
