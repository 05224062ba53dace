import { Button } from '@mantine/core';
import { useState } from 'react';
import { downloadCsv } from '../api/download.js';
import { asProblem, type Problem } from '../api/problem.js';
import { ProblemNote } from '../parts/problem-note.js';

/** Has what is shown stored as a file. */
export function AsFile({ address, name }: { address: URL; name: string }) {
  const [problem, setProblem] = useState<Problem>();
  const download = () => {
    setProblem(undefined);
    downloadCsv(address, `${name}.csv`).catch((thrown) => setProblem(asProblem(thrown)));
  };
  return (
    <>
      <Button variant="default" onClick={download}>
        Download as CSV
      </Button>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
