import { onLead } from './definition.js';
import type { Planner } from './planner.js';

/** Writes a note into the lead's history. */
const planAddNote: Planner<'add_note'> = ({ text }, { render }) => {
  const rendered = render(text).trim();
  return rendered === '' ? { skipped: 'The note is empty.' } : { params: { text: rendered } };
};

export const addNote = onLead<'add_note'>(planAddNote);
