import type { Shape } from './shape.js';

/** The length above which a description starts with its meaning and continues with details for programs. */
const LONG = 160;

/** Returns the description of a field from its schema, as a form shows it. */
export function helpOf({ help }: Shape): string | undefined {
  const text = help?.replaceAll('`', '').replaceAll(/\bnull\b/g, 'empty');
  return text && text.length > LONG ? text.split(/(?<=\.) /)[0] : text;
}
