import { Button } from '@mantine/core';
import { useState } from 'react';
import { download } from '../../api/download.js';
import { asProblem, type Problem } from '../../api/problem.js';
import { addressOf } from '../../api/request.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/meetings.js';

/** The invitation as the lead's mail program got it. */
export function MeetingInvitation({ id }: { id: string }) {
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
        {words.invitation}
      </Button>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
