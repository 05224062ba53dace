import type { Shape } from './shape.js';

/** What the schema says of a field, as a form says it. */
export const helpOf = ({ help }: Shape): string | undefined =>
  help?.replaceAll('`', '').replaceAll(/\bnull\b/g, 'empty');
