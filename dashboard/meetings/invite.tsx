import { Button } from '@mantine/core';
import { useState } from 'react';
import { download } from '../api/download.js';
import { asProblem, type Problem } from '../api/problem.js';
import { addressOf } from '../api/request.js';
import { ProblemNote } from '../parts/problem-note.js';

/** The invitation as the lead's mail program got it. */
export function Invite({ id }: { id: string }) {
  const [problem, setProblem] = useState<Problem>();
  const fetchFile = () => {
    setProblem(undefined);
    download(addressOf('getInvite', { id }), 'invite.ics', 'text/calendar').catch((thrown) =>
      setProblem(asProblem(thrown)),
    );
  };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={fetchFile}>
        Invitation
      </Button>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
