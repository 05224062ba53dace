import { type FilterImplOptions, Liquid, type Template } from 'liquidjs';
import { singleLine } from '../values/text.js';
import { refuse, type Value, valid } from '../values/value.js';
import { htmlToText } from './html-to-text.js';

/** The variables of a template: plain data, of which only own properties are read. */
export type TemplateVariables = Record<string, unknown>;

/** The way a value is written into the surrounding text. */
export type TemplateMode = 'text' | 'html';

/** A fault in a template, with the place where an editor can show it. */
export interface TemplateProblem {
  code: 'TEMPLATE_SYNTAX' | 'TEMPLATE_TOO_LONG' | 'TEMPLATE_UNKNOWN_FILTER';
  message: string;
  line: number;
  column: number;
}

/** The result of a check before publishing: errors that prevent it, and variables without a value. */
export interface TemplateCheck {
  problems: TemplateProblem[];
  /** Every variable the template reads, such as `lead.first_name`. */
  variables: string[];
  /** Those of them outside `known`; they would render empty. */
  unknownVariables: string[];
}

/** The longest template that is read at all, in characters. */
export const MAX_TEMPLATE_LENGTH = 200_000;

/** Variables that every message can use. `prefix.*` matches any key below it. Meeting emails also have `meeting.*`. */
export const KNOWN_VARIABLES: readonly string[] = [
  ...['id', 'first_name', 'last_name', 'full_name', 'email', 'phone', 'company', 'title', 'source', 'timezone'],
  ...[
    'country',
    'owner_id',
    'external_id',
    'deal_value',
    'deal_currency',
    'created_at',
    'updated_at',
    'tags',
    'tags.*',
    'metadata',
    'metadata.*',
  ],
]
  .map((key) => `lead.${key}`)
  .concat(['metadata.*', 'variables.*', 'fields.*', 'sender.name', 'sender.email', 'sender.from_name'])
  .concat(['account.name', 'workflow.name', 'workflow.id', 'unsubscribe_url', 'now']);

const TAGS = ['if', 'unless', 'case'];
const FILTERS = [
  ...['abs', 'append', 'at_least', 'at_most', 'capitalize', 'ceil', 'compact', 'concat', 'date', 'default'],
  ...['divided_by', 'downcase', 'escape', 'escape_once', 'first', 'floor', 'join', 'last', 'lstrip', 'minus', 'modulo'],
  ...['newline_to_br', 'plus', 'prepend', 'remove', 'remove_first', 'remove_last', 'replace', 'replace_first'],
  ...['replace_last', 'reverse', 'round', 'rstrip', 'size', 'slice', 'sort', 'split', 'strip', 'strip_html'],
  ...['strip_newlines', 'sum', 'times', 'truncate', 'truncatewords', 'uniq', 'upcase', 'url_encode'],
];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' };
const escapeHtml = (value: unknown) => stringify(value).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

type FilterContext = ThisParameterType<Extract<FilterImplOptions, (...args: never[]) => unknown>>;

const ENGINES: Record<TemplateMode, Liquid> = { text: createEngine('text'), html: createEngine('html') };

/**
 * Renders a template once. Values are data: what looks like a template inside them stays text, and in `html` mode
 * every output is escaped, whatever filters it went through. A fault or a passed limit is a refusal, never a throw.
 */
export function renderTemplate(source: string, variables: TemplateVariables, mode: TemplateMode): Value<string> {
  if (source.length > MAX_TEMPLATE_LENGTH) return refuse('TEMPLATE_TOO_LONG', 'The template is too long.');
  try {
    return valid(String(ENGINES[mode].parseAndRenderSync(source, plainCopy(variables))));
  } catch (error) {
    const problem = asProblem(error);
    return refuse(problem.code, `${problem.message} (line ${problem.line})`);
  }
}

/** Checks a template before it is published: syntax with its line, and the variables it reads. */
export function checkTemplate(source: string, known: readonly string[] = KNOWN_VARIABLES): TemplateCheck {
  if (source.length > MAX_TEMPLATE_LENGTH) {
    const message = `A template can have at most ${MAX_TEMPLATE_LENGTH} characters.`;
    return {
      problems: [{ code: 'TEMPLATE_TOO_LONG', message, line: 1, column: 1 }],
      variables: [],
      unknownVariables: [],
    };
  }
  let templates: Template[];
  try {
    templates = ENGINES.text.parse(source);
  } catch (error) {
    return { problems: [asProblem(error)], variables: [], unknownVariables: [] };
  }
  const segments = ENGINES.text.globalVariableSegmentsSync(templates, { partials: false });
  const variables = [
    ...new Set(segments.map((path) => path.filter((part) => typeof part === 'string').join('.'))),
  ].sort();
  return { problems: [], variables, unknownVariables: variables.filter((name) => !isKnown(name, known)) };
}

/** The parts of an email, as templates or as rendered text. */
export interface EmailParts {
  subject: string;
  text: string;
  html: string | null;
}

/**
 * Renders an email. The subject is one line whatever the values hold, and where only HTML is given,
 * the plain part is made from it, so that a mail is readable without HTML.
 */
export function renderEmail(
  source: { subject: string; html?: string | null; text?: string | null },
  variables: TemplateVariables,
): Value<EmailParts> {
  const subject = renderTemplate(source.subject, variables, 'text');
  if (!subject.ok) return subject;
  const html = source.html ? renderTemplate(source.html, variables, 'html') : valid(null);
  if (!html.ok) return html;
  const text = source.text ? renderTemplate(source.text, variables, 'text') : valid(htmlToText(html.value ?? ''));
  if (!text.ok) return text;
  return valid({ subject: singleLine(subject.value), text: text.value, html: html.value });
}

function createEngine(mode: TemplateMode): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: false,
    dynamicPartials: false,
    templates: {},
    cache: false,
    parseLimit: MAX_TEMPLATE_LENGTH,
    renderLimit: 500,
    memoryLimit: 5_000_000,
    timezoneOffset: 'UTC',
    ...(mode === 'html' && { outputEscape: escapeHtml }),
  });
  for (const name of Object.keys(engine.tags)) if (!TAGS.includes(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters)) if (!FILTERS.includes(name)) delete engine.filters[name];
  const { date } = engine.filters;
  engine.registerFilter('date', function dateOfGivenNow(this: FilterContext, value: unknown, ...rest: unknown[]) {
    // The clock is data here as everywhere in a decision: `now` is what the caller says it is.
    const given = value === 'now' || value === 'today' ? this.context.getSync(['now']) : value;
    return typeof date === 'function' && given ? date.call(this, given, ...rest) : '';
  });
  if (mode === 'html') {
    // Every output is escaped at its end; escaping before that as well would show people the entities.
    engine.registerFilter('escape', (value: unknown) => value);
    engine.registerFilter('escape_once', (value: unknown) => value);
  }
  return engine;
}

function isKnown(name: string, known: readonly string[]): boolean {
  return known.some((entry) =>
    entry.endsWith('.*') ? name.startsWith(entry.slice(0, -1)) : entry === name || entry.startsWith(`${name}.`),
  );
}

function asProblem(error: unknown): TemplateProblem {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  const [line, column] = positionOf(error);
  const code = /undefined filter/.test(message) ? 'TEMPLATE_UNKNOWN_FILTER' : 'TEMPLATE_SYNTAX';
  return { code, message: message.replace(/, (?:file:.{0,300})?line:\d{1,9}, col:\d{1,9}$/, ''), line, column };
}

function positionOf(error: unknown): [number, number] {
  if (typeof error === 'object' && error !== null && 'token' in error) {
    const { token } = error;
    if (
      typeof token === 'object' &&
      token !== null &&
      'getPosition' in token &&
      typeof token.getPosition === 'function'
    ) {
      const [line, column]: unknown[] = token.getPosition();
      if (typeof line === 'number' && typeof column === 'number') return [line, column];
    }
  }
  return [1, 1];
}

function stringify(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.map(stringify).join('') : String(value);
}

// Only data goes in: no functions, no getters, no prototypes, so that a walk over properties ends at once.
function plainCopy(variables: TemplateVariables): TemplateVariables {
  return JSON.parse(JSON.stringify(variables));
}
