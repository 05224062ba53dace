import type { Planner } from './planner.js';

/** Writes a note into the lead's history. */
export const planAddNote: Planner<'add_note'> = ({ text }, { render }) => {
  const rendered = render(text).trim();
  return rendered === '' ? { skipped: 'The note is empty.' } : { params: { text: rendered } };
};
