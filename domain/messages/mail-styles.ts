import type { DefaultTreeAdapterTypes } from 'parse5';

export type HtmlElement = DefaultTreeAdapterTypes.Element;

type Rgb = readonly [number, number, number];
type Declarations = ReadonlyMap<string, string>;

/** The visible style of an element's text. */
export interface Look {
  /** Nothing below the element is shown, whatever its own styles. */
  isHidden: boolean;
  isVisible: boolean;
  /** In pixels; undefined where it isn't absolute. */
  fontSize: number | undefined;
  /** Undefined: not known. */
  color: Rgb | undefined;
  background: Rgb | undefined;
}

/** A rule of a style sheet: its selector, each part with the names it asks for, the element's own last. */
interface StyleRule {
  selector: readonly { tag: string | undefined; names: readonly string[] }[];
  declarations: Declarations;
}
/** The rules of a mail's style sheets. */
export interface StyleRules {
  /** By the last tag, class or id of their selectors. */
  byName: ReadonlyMap<string, readonly StyleRule[]>;
  /** The number of selectors that may still be compared, so that no email takes long. */
  checksLeft: number;
}

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The style of an email before its own styles. */
export const PLAIN: Look = { isHidden: false, isVisible: true, fontSize: 16, color: BLACK, background: WHITE };

const MAX_CSS = 200_000;
const MAX_RULES = 2_000;
const MAX_ANCESTORS = 50;
const MAX_CHECKS = 200_000;
const NAMED: Readonly<Record<string, Rgb>> = {
  white: WHITE,
  black: BLACK,
  red: [255, 0, 0],
  blue: [0, 0, 255],
  green: [0, 128, 0],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  silver: [192, 192, 192],
  yellow: [255, 255, 0],
  navy: [0, 0, 128],
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  whitesmoke: [245, 245, 245],
  ghostwhite: [248, 248, 255],
};

/** Returns the attribute of an element, undefined where it has none of that name. */
export const attributeOf = ({ attrs }: HtmlElement, name: string): string | undefined =>
  attrs.find((each) => each.name === name)?.value;

/** Returns whether text of that look can be read. */
export const isLegible = ({ isHidden, isVisible, fontSize, color, background }: Look): boolean =>
  !isHidden && isVisible && (fontSize ?? 16) > 1 && !(color && background && isSameColor(color, background));

const isSameColor = (a: Rgb, b: Rgb): boolean => a.every((value, index) => Math.abs(value - (b[index] ?? 0)) <= 8);

/** Reads the rules of style sheets that hold on every screen; those in `@media` are left out. */
export function readStyleRules(css: string): StyleRules {
  const rules = new Map<string, StyleRule[]>();
  const text = css.slice(0, MAX_CSS).replace(/\/\*[\s\S]*?(?:\*\/|$)|<!--|-->/g, ' ');
  let count = 0;
  for (let at = 0; count < MAX_RULES; count += 1) {
    const open = text.indexOf('{', at);
    if (open < 0) break;
    const head = text.slice(at, open).trim();
    const close = head.startsWith('@') ? blockEnd(text, open) : text.indexOf('}', open);
    if (close < 0) break;
    if (!head.startsWith('@')) addRule(rules, head, declarationsIn(text.slice(open + 1, close)));
    at = close + 1;
  }
  return { byName: rules, checksLeft: MAX_CHECKS };
}

function blockEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

const RELEVANT =
  /^(display|visibility|opacity|font|font-size|color|background|background-color|background-image|height|max-height|width|max-width|overflow|mso-hide|position|left|top|right|text-indent|clip|clip-path|transform)$/;

function declarationsIn(css: string): Declarations {
  const found = new Map<string, string>();
  for (const part of css.slice(0, 4_000).split(';')) {
    const colon = part.indexOf(':');
    const name = part.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (RELEVANT.test(name))
      found.set(
        name,
        part
          .slice(colon + 1)
          .replace(/!\s?important/i, '')
          .trim()
          .toLowerCase(),
      );
  }
  return found;
}

function addRule(rules: Map<string, StyleRule[]>, head: string, declarations: Declarations): void {
  if (declarations.size === 0) return;
  for (const each of head.slice(0, 2_000).split(',')) {
    if (/[:[+~]/.test(each)) continue;
    const selector = each
      .trim()
      .split(/[\s>]+/)
      .map((part) => ({
        tag: /^[a-z][a-z0-9]*/i.exec(part)?.[0].toLowerCase(),
        names: part.match(/[.#][\w-]+/g) ?? [],
      }));
    const last = selector.at(-1);
    const key = last?.names.at(-1) ?? last?.tag;
    if (key === undefined) continue;
    const list = rules.get(key) ?? [];
    if (list.length < 50) list.push({ selector, declarations });
    rules.set(key, list);
  }
}

const namesOf = (element: HtmlElement): string[] => {
  const id = attributeOf(element, 'id');
  const classes = (attributeOf(element, 'class') ?? '').slice(0, 500).split(/\s+/, 20).filter(Boolean);
  return [...classes.map((name) => `.${name}`), ...(id === undefined ? [] : [`#${id}`])];
};

function fits(element: HtmlElement, { tag, names }: StyleRule['selector'][number]): boolean {
  if (tag !== undefined && tag !== element.tagName) return false;
  const own = namesOf(element);
  return names.every((name) => own.includes(name));
}

function matches(element: HtmlElement, { selector }: StyleRule, rules: StyleRules): boolean {
  const parts = [...selector];
  rules.checksLeft -= 1;
  if (rules.checksLeft < 0 || !fits(element, parts.pop() as StyleRule['selector'][number])) return false;
  let above = element.parentNode;
  for (let count = 0; parts.length > 0 && above && 'tagName' in above && count < MAX_ANCESTORS; count += 1) {
    rules.checksLeft -= 1;
    if (fits(above, parts.at(-1) as StyleRule['selector'][number])) parts.pop();
    above = above.parentNode;
  }
  return parts.length === 0;
}

/** Returns how an element looks inside one that looks like `parent`. */
export function lookOf(parent: Look, element: HtmlElement, rules: StyleRules): Look {
  const keys = rules.byName.size === 0 ? [] : [element.tagName, ...namesOf(element)];
  const sheet = keys.flatMap((key) => rules.byName.get(key) ?? []).filter((rule) => matches(element, rule, rules));
  const style = new Map([
    ...sheet.flatMap(({ declarations }) => [...declarations]),
    ...declarationsIn(attributeOf(element, 'style') ?? ''),
  ]);
  const value = (name: string): string => style.get(name) ?? '';
  const size = sizeOf(
    value('font-size') || (/([\d.]{1,20}(?:px|pt|em|rem|%)?)(?:\/|\s)/.exec(value('font'))?.[1] ?? ''),
    parent.fontSize,
  );
  const background = backgroundOf(
    element,
    value('background-color') || value('background'),
    value('background-image'),
    parent.background,
  );
  const color = value('color') || (attributeOf(element, 'color') ?? '');
  return {
    isHidden: parent.isHidden || attributeOf(element, 'hidden') !== undefined || isTakenOut(value),
    isVisible: value('visibility') === '' ? parent.isVisible : !/hidden|collapse/.test(value('visibility')),
    fontSize: size,
    // A link has a colour of its own.
    color: color === '' ? (element.tagName === 'a' ? undefined : parent.color) : colorOf(color, background),
    background,
  };
}

const isZero = (value: string): boolean => /^0{0,20}(?:\.0{0,20})?(px|pt|em|rem|%)?$/.test(value) && value !== '';

/** Returns whether styles take an element out of sight with all below it. */
function isTakenOut(value: (name: string) => string): boolean {
  if (value('display') === 'none' || value('mso-hide') === 'all') return true;
  if (value('opacity') !== '' && Number.parseFloat(value('opacity')) <= 0.05) return true;
  if (
    /hidden|clip/.test(value('overflow')) &&
    ['height', 'max-height', 'width', 'max-width'].some((name) => isZero(value(name)))
  )
    return true;
  if (isZero(value('max-height'))) return true;
  const isFar = (name: string) => Number.parseFloat(value(name)) <= -500;
  if (/absolute|fixed/.test(value('position')) && ['left', 'top', 'right'].some(isFar)) return true;
  if (isFar('text-indent') || /scale\(\s*0(\.0*)?\s*[,)]/.test(value('transform'))) return true;
  return /rect\(\s*(0|1)(px)?[\s,]/.test(value('clip')) || /inset\((50|100)%|circle\(0/.test(value('clip-path'));
}

function sizeOf(text: string, parent: number | undefined): number | undefined {
  const found = /^([\d.]{1,8})(px|pt|em|rem|%)?$/.exec(text);
  if (!found) return text === '' ? parent : undefined;
  const size = Number(found[1]);
  if (found[2] === 'em') return parent === undefined || size === 0 ? size : size * parent;
  if (found[2] === '%') return size === 0 || parent === undefined ? size : (size / 100) * parent;
  return found[2] === 'rem' ? size * 16 : size;
}

function backgroundOf(element: HtmlElement, style: string, image: string, parent: Rgb | undefined): Rgb | undefined {
  if (/url\(|gradient/.test(style + image) || attributeOf(element, 'background')) return undefined;
  const color = style || (attributeOf(element, 'bgcolor') ?? '');
  const words = color === '' ? [] : [color, ...color.split(/\s+/, 5)];
  const named = words.map((word) => rgbOf(word)).find((rgb) => rgb !== undefined);
  if (named) return named;
  return color === '' || /^(transparent|none|inherit|initial|unset)\b/.test(color) ? parent : undefined;
}

/** A colour that lets everything through looks like what is behind it. */
function colorOf(text: string, background: Rgb | undefined): Rgb | undefined {
  const color = text.trim().toLowerCase();
  const alpha = /^(?:rgba|hsla)\([^)]*[,/]\s*([\d.]+)%?\s*\)$/.exec(color)?.[1];
  if (color === 'transparent' || (alpha !== undefined && Number(alpha) <= 0.05)) return background ?? WHITE;
  return rgbOf(color);
}

function rgbOf(text: string): Rgb | undefined {
  const color = text.trim().toLowerCase();
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(color)?.[1];
  if (hex) {
    const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
    return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb;
  }
  const parts = /^rgba?\(\s*(\d{1,3})\D{1,3}(\d{1,3})\D{1,3}(\d{1,3})/.exec(color);
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : NAMED[color];
}
