import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { asProblem } from '../api/problem.js';
import * as words from '../words/en/parts.js';
import { Skeleton } from './page.js';
import { ProblemNote } from './problem-note.js';

interface Props<P, R extends { id: string }> {
  pages: {
    data: { pages: P[] } | undefined;
    error: Error | null;
    refetch: () => unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  rows: (page: P) => readonly R[];
  label: string;
  /** The empty state. */
  empty: ReactNode;
  children: (row: R) => ReactNode;
}

/** A list that comes page by page. */
export function PagedList<P, R extends { id: string }>({ pages, rows, label, empty, children }: Props<P, R>) {
  const all = pages.data?.pages.flatMap((page) => [...rows(page)]);
  if (!all && pages.error) return <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />;
  if (!all) return <Skeleton lines={6} />;
  if (all.length === 0) return empty;
  return (
    <>
      <ul className="card clipped" aria-label={label}>
        {all.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button
          variant="default"
          className="show-more"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {words.showMore}
        </Button>
      )}
    </>
  );
}
