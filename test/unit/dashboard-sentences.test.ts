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

/** Lists the texts in a file, with `{}` for each value. */
function textsIn(file: string): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    const { type, value, quasis } = node as {
      type?: string;
      value?: unknown;
      quasis?: { value: { cooked: string } }[];
    };
    if (type === 'Literal' && typeof value === 'string') texts.push(value);
    if (type === 'TemplateLiteral') texts.push((quasis ?? []).map((quasi) => quasi.value.cooked).join('{}'));
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return texts;
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(ROOT, folder, name));

describe('the Spanish texts of the API', () => {
  it('include the title and message of every error code and the requirement of every format', () => {
    const texts = Object.values(ERROR_CODES).flatMap(([, title, message]) => [title, message]);
    const known = (text: string) => text in CATALOG || (text.endsWith('.') && text.slice(0, -1) in CATALOG);
    expect(texts.filter((text) => !known(text))).toEqual([]);
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

  it('translate only sentences that the service still has', () => {
    const texts = new Set(
      ['schemas', 'domain', 'services', 'api', 'runtime']
        .flatMap(sourcesIn)
        .flatMap(textsIn)
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
