import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { markOutdated } from '../../api/connection-status.js';
import { asProblem, Problem } from '../../api/problem.js';
import { Page } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/shell.js';

/** Browsers say in different words that a part of the pages can't be loaded. */
const isMissingChunk = (error: unknown): boolean =>
  /dynamically imported module|Importing a module script failed/i.test(String(error));

/** The replacement for a page that failed. The rest keeps working. */
export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  const isOutdated = isMissingChunk(error);
  useEffect(() => {
    if (isOutdated) markOutdated();
  }, [isOutdated]);
  const problem = isOutdated
    ? new Problem(-1, 'OUTDATED', words.aNewVersionIsAvailable, words.thisPageHasBeenUpdatedReload)
    : asProblem(error);
  return (
    <Page title={words.thisPageCouldntBeDisplayed}>
      <ProblemNote problem={problem} again={reset} />
      <p>
        <Button mt="md" onClick={() => location.reload()}>
          {words.reload}
        </Button>
      </p>
    </Page>
  );
}
