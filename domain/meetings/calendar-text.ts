/** A property as it is written: name and parameters in upper case, the value raw. */
export interface CalendarProperty {
  name: string;
  params: ReadonlyMap<string, string>;
  value: string;
}

/** A part of a calendar object, such as `VEVENT` or `STANDARD`, with those properties that decide about busy times. */
export interface CalendarComponent {
  name: string;
  properties: CalendarProperty[];
  parts: CalendarComponent[];
  parent: CalendarComponent | undefined;
  isClosed: boolean;
}

const READ = new Set([
  ...['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXRULE', 'EXDATE', 'RECURRENCE-ID', 'UID', 'SEQUENCE'],
  ...['SUMMARY', 'STATUS', 'TRANSP', 'ATTENDEE', 'X-MICROSOFT-CDO-BUSYSTATUS', 'METHOD', 'COMMENT'],
  ...['TZID', 'TZOFFSETFROM', 'TZOFFSETTO', 'X-LIC-LOCATION'],
]);
/** Properties whose values begin with a date, so that a colon before it belongs to the name of a time zone. */
const DATED = new Set(['DTSTART', 'DTEND', 'RDATE', 'EXDATE', 'RECURRENCE-ID']);
const NAME = /^[A-Za-z][A-Za-z0-9-]{0,99}(?=[ \t]{0,9}[;:])/;
/** The allowed content of these components. Any other start within one means that its end is missing. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  VEVENT: ['VALARM'],
  VTIMEZONE: ['STANDARD', 'DAYLIGHT'],
  STANDARD: [],
  DAYLIGHT: [],
  VALARM: [],
};
const MAX_DEPTH = 16;

/**
 * Reads the components of a calendar object in one pass, as far as they can be read: any line ends, byte order marks,
 * letters in any case, raw line breaks in texts and missing ends don't matter. Returns a root without a name.
 */
export function readComponents(text: string): CalendarComponent {
  const root: CalendarComponent = { name: '', properties: [], parts: [], parent: undefined, isClosed: false };
  let open = root;
  let depth = 0;
  const close = () => {
    open = open.parent ?? root;
    depth -= 1;
  };
  for (const line of contentLines(text)) {
    const name = (NAME.exec(line)?.[0] ?? '').toUpperCase();
    if (name === 'BEGIN' || name === 'END') {
      const component = line
        .slice(line.indexOf(':') + 1)
        .trim()
        .toUpperCase();
      if (name === 'END') {
        if (!isOpen(open, component)) continue;
        while (open.name !== component) close();
        open.isClosed = true;
        close();
        continue;
      }
      while (open !== root && (component === 'VCALENDAR' || WITHIN[open.name]?.includes(component) === false)) close();
      if (depth >= MAX_DEPTH) continue;
      const part: CalendarComponent = { name: component, properties: [], parts: [], parent: open, isClosed: false };
      open.parts.push(part);
      open = part;
      depth += 1;
    } else if (READ.has(name)) {
      open.properties.push(readProperty(name, line));
    }
  }
  return root;
}

function isOpen(component: CalendarComponent | undefined, name: string): boolean {
  for (let each = component; each; each = each.parent) if (each.name === name && each.parent) return true;
  return false;
}

/** Lists the lines of a calendar object with what was folded or broken joined again. */
function contentLines(text: string): string[] {
  const unfolded: string[] = [];
  for (const line of text.replace(/^[\ufeff\s]+/, '').split(/\r\n|\n|\r/)) {
    if (unfolded.length > 0 && (line.startsWith(' ') || line.startsWith('\t'))) {
      unfolded[unfolded.length - 1] += line.slice(1);
    } else if (line !== '') {
      unfolded.push(line.replace(/^\ufeff/, ''));
    }
  }
  const lines: string[] = [];
  for (const line of unfolded) {
    if (lines.length > 0 && !NAME.test(line)) lines[lines.length - 1] += `\\n${line}`;
    else lines.push(line);
  }
  return lines;
}

function readProperty(name: string, line: string): CalendarProperty {
  const params = new Map<string, string>();
  let at = name.length;
  while (line[at] === ' ' || line[at] === '\t') at += 1;
  let last = '';
  while (line[at] === ';') {
    const equals = nextOf(line, at + 1, '=;:');
    last = line
      .slice(at + 1, equals)
      .trim()
      .toUpperCase();
    at = equals;
    if (line[at] !== '=') continue;
    const start = at + 1;
    at = start;
    // A quoted value may hold anything else; several may follow each other.
    for (let stop = false; !stop; ) {
      const quote = line[at] === '"' ? line.indexOf('"', at + 1) : -1;
      at = nextOf(line, quote === -1 ? at : quote + 1, ';:,');
      stop = line[at] !== ',';
      if (!stop) at += 1;
    }
    params.set(last, line.slice(start, at).trim());
  }
  let value = line.slice(at + 1).trim();
  const colon = value.lastIndexOf(':');
  if (DATED.has(name) && last !== '' && colon !== -1 && !/^\d{4}-?\d{2}-?\d{2}/.test(value.slice(0, colon))) {
    params.set(last, `${params.get(last) ?? ''}:${value.slice(0, colon)}`);
    value = value.slice(colon + 1).trim();
  }
  return { name, params, value };
}

/** Returns where the first of some characters is, or the end. */
function nextOf(line: string, from: number, characters: string): number {
  let at = from;
  while (at < line.length && !characters.includes(line[at] as string)) at += 1;
  return at;
}

/** Lists every component of a name, wherever it is. */
export function componentsNamed(root: CalendarComponent, name: string): CalendarComponent[] {
  const found: CalendarComponent[] = [];
  const open = [root];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.name === name) found.push(next);
    for (const part of next.parts.toReversed()) open.push(part);
  }
  return found;
}

/** Lists the properties of a name. */
export const propertiesOf = (component: CalendarComponent, name: string): CalendarProperty[] =>
  component.properties.filter((property) => property.name === name);

/** Returns the first property of a name. */
export const propertyOf = (component: CalendarComponent, name: string): CalendarProperty | undefined =>
  component.properties.find((property) => property.name === name);

/** Returns the value of a property as one word in upper case; empty without it. */
export const wordOf = (component: CalendarComponent, name: string): string =>
  (propertyOf(component, name)?.value ?? '').toUpperCase();

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', N: '\n' };

/** Returns a text value without its escapes. */
export const unescapeText = (value: string): string =>
  value.replace(/\\(.)/g, (_all, character: string) => ESCAPED[character] ?? character);
