import type { Shape } from './shape.js';

/** What is longer says first what it is, and then what only programs ask about. */
const LONG = 160;

/** What the schema says of a field, as a form says it. */
export function helpOf({ help }: Shape): string | undefined {
  const said = help?.replaceAll('`', '').replaceAll(/\bnull\b/g, 'empty');
  return said && said.length > LONG ? said.split(/(?<=\.) /)[0] : said;
}
