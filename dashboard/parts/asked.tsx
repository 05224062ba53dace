import type { ReactNode } from 'react';
import { asProblem } from '../api/problem.js';
import { Bones } from './page.js';
import { ProblemNote } from './problem-note.js';

interface Props<T> {
  asked: { data: T | undefined; error: Error | null; refetch: () => unknown };
  lines?: number;
  children: (data: T) => ReactNode;
}

/** Shows what was answered; until then its shape, and what went wrong where nothing was. */
export function Asked<T>({ asked, lines, children }: Props<T>) {
  if (asked.data !== undefined) return children(asked.data);
  if (asked.error) return <ProblemNote problem={asProblem(asked.error)} again={() => void asked.refetch()} />;
  return <Bones lines={lines} />;
}
