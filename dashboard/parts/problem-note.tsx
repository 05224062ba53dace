import { Button } from '@mantine/core';
import type { Problem } from '../api/problem.js';
import { Icon } from './icons.js';

/** Says beside what failed what went wrong, and offers to try again where that can help. */
export const ProblemNote = ({ problem, again }: { problem: Problem; again?: () => void }) => (
  <div className="problem" role="alert">
    <Icon name="alert-triangle" />
    <div className="grow">
      <strong>{problem.title}</strong>
      <p>{problem.message}</p>
      {problem.requestId && <p className="faint">Request {problem.requestId}</p>}
    </div>
    {again && (
      <Button variant="default" size="compact-sm" onClick={again}>
        Try again
      </Button>
    )}
  </div>
);
