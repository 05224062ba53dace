import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { asProblem, type Problem } from '../api/problem.js';
import { capitalize } from '../words/capitalize.js';
import { ProblemNote } from './problem-note.js';

interface Props {
  submit: string;
  /** `filled` for the task of a dialog or page; `default` in a card, next to the page's primary button. */
  variant?: 'default' | 'filled';
  /** Throws the problem that is shown. */
  onSubmit: (values: Record<string, string>) => Promise<unknown>;
  /** Draws the fields; `errorOf` is what the API said of one. */
  children: (errorOf: (name: string) => string | undefined) => ReactNode;
}

/** A form that the API validates, with errors at their fields. */
export function Form({ submit, variant = 'filled', onSubmit, children }: Props) {
  const [problem, setProblem] = useState<Problem>();
  const [isPending, setIsPending] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([key, value]) => [key, String(value)]),
    );
    setIsPending(true);
    setProblem(undefined);
    await onSubmit(values).catch((thrown) => setProblem(asProblem(thrown)));
    setIsPending(false);
  };
  // Fields may be drawn by parts that are drawn after the form.
  const drawn = useRef(new Set<string>()).current;
  const errorOf = (name: string) => {
    drawn.add(`/${name}`);
    return problem?.field === `/${name}` ? capitalize(problem.message.replace(`/${name} `, '')) : undefined;
  };
  const fields = children(errorOf);
  return (
    <form
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isPending)
          event.currentTarget.requestSubmit();
      }}
    >
      {fields}
      {problem && !drawn.has(problem.field ?? '') && <ProblemNote problem={problem} />}
      <Button type="submit" variant={variant} loading={isPending}>
        {submit}
      </Button>
    </form>
  );
}
