import type { ReactNode } from 'react';
import { asProblem } from '../api/problem.js';
import { Skeleton } from './page.js';
import { ProblemNote } from './problem-note.js';

interface Props<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  lines?: number;
  children: (data: T) => ReactNode;
}

/** Shows what was answered; until then its shape, and what went wrong where nothing was. */
export function QueryBoundary<T>({ query, lines, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ProblemNote problem={asProblem(query.error)} again={() => void query.refetch()} />;
  return <Skeleton lines={lines} />;
}
