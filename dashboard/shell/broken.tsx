import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { noteOutdated } from '../api/moment.js';
import { asProblem, Problem } from '../api/problem.js';
import { Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';

/** Browsers say in different words that a part of the pages can't be loaded. */
const isGone = (error: unknown): boolean =>
  /dynamically imported module|Importing a module script failed/i.test(String(error));

/** Stands where a page broke; the rest lives on. */
export function Broken({ error, reset }: { error: unknown; reset: () => void }) {
  const gone = isGone(error);
  useEffect(() => {
    if (gone) noteOutdated();
  }, [gone]);
  const problem = gone
    ? new Problem(-1, 'OUTDATED', 'A new version is here', 'This part of the pages is another one now: reload.')
    : asProblem(error);
  return (
    <Page title="This page broke">
      <ProblemNote problem={problem} again={reset} />
      <p>
        <Button mt="md" onClick={() => location.reload()}>
          Reload
        </Button>
      </p>
    </Page>
  );
}
