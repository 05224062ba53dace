import type { ReactNode } from 'react';
import type { Words } from '../words/who.js';

/** A state in a word; its colour says who acts next. */
export const Chip = ({ who, label, children }: Words & { children?: ReactNode }) => (
  <span className="chip" data-who={who}>
    {children}
    {label}
  </span>
);
