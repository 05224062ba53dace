import { Button } from '@mantine/core';
import type { Problem } from '../api/problem.js';
import * as words from '../words/en/parts.js';
import { Icon } from './icons.js';

/** Shows an error next to the failed part, and offers a retry if that can help. */
export const ProblemNote = ({ problem, again }: { problem: Problem; again?: () => void }) => (
  <div className="problem" role="alert">
    <Icon name="alert-triangle" />
    <div className="grow">
      <strong>{problem.title}</strong>
      <p>{problem.message}</p>
      {problem.requestId && <p className="faint">{words.requestId(problem.requestId)}</p>}
    </div>
    {again && (
      <Button variant="default" size="compact-sm" onClick={again}>
        {words.tryAgain}
      </Button>
    )}
  </div>
);
