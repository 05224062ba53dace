import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseSync } from 'oxc-parser';
import { MEANINGS } from '../../api/http/request/error-words.js';
import { CRON } from '../../dashboard/words/es/cron.js';
import { createTranslator } from '../../dashboard/words/translator.js';
import { ERROR_CODES } from '../../schemas/error-codes.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FILE = path.join(ROOT, 'dashboard/words/es/catalog/sentences.json');
const CATALOG: Readonly<Record<string, string>> = JSON.parse(readFileSync(FILE, 'utf8'));

interface SourceNode {
  type?: string;
  value?: unknown;
  quasis?: { value: { cooked: string } }[];
  operator?: string;
  left?: SourceNode;
  right?: SourceNode;
  callee?: { name?: string };
  key?: { name?: string };
}

/** Returns the text of a literal, a template or a sum of both, with `{}` for each value. */
function textOf({ type, value, quasis, operator, left, right }: SourceNode): string | undefined {
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type === 'TemplateLiteral') return (quasis ?? []).map((quasi) => quasi.value.cooked).join('{}');
  if (type !== 'BinaryExpression' || operator !== '+' || !left || !right) return undefined;
  const [start, end] = [textOf(left), textOf(right)];
  return start === undefined || end === undefined ? undefined : start + end;
}

/** Lists the texts in a file, apart from those in nodes that are excluded. */
function textsIn(file: string, isExcluded: (node: SourceNode) => boolean = () => false, withParts = true): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object' || isExcluded(node)) return;
    const text = textOf(node);
    if (text !== undefined) texts.push(text);
    if (text === undefined || withParts) Object.values(node).forEach(visit);
  };
  visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return texts;
}

/** An error may start with the pointer to its field, and the end of a sentence is listed with or without its full stop. */
function isKnown(text: string): boolean {
  const [, end = text] = /^\/\S* (.+)$/s.exec(text) ?? [];
  return text in CATALOG || end in CATALOG || (end.endsWith('.') && end.slice(0, -1) in CATALOG);
}

/** Layers whose sentences can reach the dashboard. */
const SHOWING = ['domain', 'services', 'api', 'providers', 'activities', 'documents'];

/** Errors and fields whose texts the dashboard doesn't show. */
const UNSHOWN_ERRORS = ['Error', 'TypeError', 'RangeError', 'DOMException', 'HostError', 'HostLimitError'];
const UNSHOWN_FIELDS = ['description', 'summary', 'remedy'];

/** Places whose sentences are for leads, models, providers or the code of a function, or are pages of their own. */
const UNSHOWN = [
  ...['domain/agent/', 'domain/functions/', 'domain/meetings/meeting-', 'domain/meetings/words/', 'domain/accounts/'],
  ...['services/functions/host', 'services/functions/check-arguments', 'services/functions/reference'],
  ...['services/functions/journal', 'services/functions/run', 'services/conversations/commit-model-turn'],
  ...['api/docs/', 'api/openapi/', 'api/dashboard/', 'api/connections/pages', 'api/connections/page'],
  ...['api/widget/', 'api/leads/create-contact', 'api/leads/unsubscribe', 'api/leads/confirm-contact'],
  ...['domain/leads/', 'domain/events/describe', 'domain/widget/', 'services/widget/'],
  ...[
    'api/security-text',
    'api/inbound/receive-hook',
    'api/inbound/receive-form',
    'providers/email/sns',
    'providers/oauth/',
    'providers/voice/sandbox',
  ],
];

const sourcesIn = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(ROOT, folder, name));

describe('the Spanish texts of the API', () => {
  it('include the title and message of every error code and the requirement of every format', () => {
    const texts = Object.values(ERROR_CODES).flatMap(([, title, message]) => [title, message]);
    expect(texts.filter((text) => !isKnown(text))).toEqual([]);
    const missing = Object.values(MEANINGS).filter((text) => !(text in CATALOG));
    // Formats of requests that no form of the dashboard sends.
    expect(missing.length).toBeLessThanOrEqual(5);
  });

  it('include the title of every kind of attention item', () => {
    const files = sourcesIn('services/operations').filter((file) => path.basename(file).startsWith('attention'));
    const titles = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bwhat: (['"`])(.+?)\1/g)].map(([, , title = '']) =>
        title.replaceAll(/\$\{\w+\}/g, '{}'),
      ),
    );
    expect(titles.length).toBeGreaterThan(25);
    expect(titles.filter((title) => !(title in CATALOG))).toEqual([]);
  });

  it("include every reason of the checks of a sender's domain", () => {
    const texts = textsIn(path.join(ROOT, 'domain/channels/sending-health.ts')).filter((text) => / .*\.$/.test(text));
    expect(texts.length).toBeGreaterThan(25);
    expect(texts.filter((text) => !(text in CATALOG))).toEqual([]);
  });

  it('include every sentence that a handler, rule or provider can return', () => {
    // Errors of the process and remedies for operators are read in logs and by the admin command.
    const isLogged = ({ type, callee, key }: SourceNode) =>
      (type === 'NewExpression' && UNSHOWN_ERRORS.includes(callee?.name ?? '')) ||
      (type === 'Property' && UNSHOWN_FIELDS.includes(key?.name ?? ''));
    const sentences = SHOWING.flatMap(sourcesIn)
      .filter((file) => !UNSHOWN.some((place) => path.relative(ROOT, file).startsWith(place)))
      .flatMap((file) => textsIn(file, isLogged, false))
      .filter((text) => /^(\/|\{\} )?[\p{Lu}{].*\p{L} .*\.$/u.test(text) && !/[\n<]/.test(text));
    expect(sentences.length).toBeGreaterThan(500);
    expect([...new Set(sentences)].filter((text) => !isKnown(text))).toEqual([]);
  });

  it('translate only sentences that the service still has', () => {
    const texts = new Set(
      ['schemas', 'runtime', ...SHOWING]
        .flatMap(sourcesIn)
        .flatMap((file) => textsIn(file))
        .map((text) => text.trim()),
    );
    // Shorter ones are put together from several texts.
    const sentences = Object.keys(CATALOG).filter(
      (text) => /^[A-Z].* .* .*\.$/.test(text) && !/^The (body|query) /.test(text),
    );
    expect(sentences.length).toBeGreaterThan(400);
    expect(sentences.filter((text) => !texts.has(text))).toEqual([]);
  });

  it('have the values of the English ones', () => {
    const countOf = (text: string) => text.match(/\{…?\}/g)?.length ?? 0;
    expect(Object.entries(CATALOG).filter(([english, own]) => countOf(english) !== countOf(own))).toEqual([]);
  });
});

describe('a text of the API in Spanish', () => {
  const { sentence, error } = createTranslator(CATALOG);

  it.each([
    ['Lead not found.', 'No se encontró el lead.'],
    ['Messages to a lead are limited to 3 per day.', 'Los mensajes a un lead están limitados a 3 al día.'],
    ["The lead hasn't consented to email yet.", 'El lead aún no ha dado su consentimiento para correo.'],
    ['2 runs (workflow 7, step a): It broke., 9 attempts', '2 ejecuciones (agente 7, paso a): It broke., 9 intentos'],
    ['send email, step 1 of 3', 'enviar correo, paso 1 de 3'],
    ['1 import: It broke., 7 attempts', '1 importación: It broke., 7 intentos'],
    [
      'Chat: 30 of 30 turns, 9 of 10 tokens, 5 of 5 cost in millionths today',
      'Chat: 30 de 30 turnos, 9 de 10 tokens, 5 de 5 millonésimas de coste hoy',
    ],
    [
      'On hold since 2026-03-01 09:00:00 UTC after 7 failed attempts at step a: x. It resumes with the next release, or with `npm run admin -- runs retry`.',
      'En espera desde 2026-03-01 09:00:00 UTC tras 7 intentos fallidos en el paso a: x. Se reanuda con la próxima versión o con `npm run admin -- runs retry`.',
    ],
    ['held: The agent is paused.', 'en espera: El agente está en pausa.'],
    ['A sentence that has no translation.', 'A sentence that has no translation.'],
    ['Messages to a lead are limited to', 'Messages to a lead are limited to'],
  ])('%s', (english, spanish) => {
    expect(sentence(english)).toBe(spanish);
  });

  it.each([
    ['/name is required.', '/name es obligatorio.'],
    ['/limit must be at least 3.', '/limit debe ser como mínimo 3.'],
    ['/name must have at most 200 characters.', '/name debe tener como máximo 200 caracteres.'],
    ['/status must be one of: a, b.', '/status debe ser uno de: a, b.'],
    ['/template_id must be a template of this account.', '/template_id debe ser una plantilla de esta cuenta.'],
  ])('names the field: %s', (english, spanish) => {
    expect(error(english)).toBe(spanish);
  });

  it.each([
    ['0 9 * * 1-5', 'A las 09:00, de lunes a viernes'],
    ['0 1 1 * *', 'A la 01:00, el día 1 del mes'],
    ['*/15 9-17 * * *', 'Cada 15 minutos, entre 09:00 y 17:59'],
    ['0 8 1,15 1 *', 'A las 08:00, los días 1 y 15 del mes, solo en enero'],
    ['30 7 13 * 5', 'A las 07:30, el día 13 del mes o viernes'],
  ])('describes the schedule %s', (expression, words) => {
    expect(CRON.inWords?.(expression)).toBe(words);
  });
});
