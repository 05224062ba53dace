import { Button } from '@mantine/core';
import { useState } from 'react';
import { downloadCsv } from '../../api/download.js';
import { asProblem, type Problem } from '../../api/problem.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/reports.js';

/** Has what is shown stored as a file. */
export function DownloadReport({ address, name }: { address: URL; name: string }) {
  const [problem, setProblem] = useState<Problem>();
  const download = () => {
    setProblem(undefined);
    downloadCsv(address, `${name}.csv`).catch((thrown) => setProblem(asProblem(thrown)));
  };
  return (
    <>
      <Button variant="default" onClick={download}>
        {words.downloadCsv}
      </Button>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
