import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import type { Act } from '../api/names.js';
import { Confirm } from './confirm.js';
import { ProblemNote } from './problem-note.js';

interface Props {
  operation: Act;
  id: string;
  /** How its address names it, where not by an id. */
  by?: 'name';
  name: string;
  /** What happens then. */
  means: string;
}

/** Removes something by its id, after asking. */
export function Remove({ operation, id, by, name, means }: Props) {
  const remove = useAct(operation);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={`Remove ${name}`} onClick={() => setAsks(true)}>
        Remove
      </Button>
      <Confirm
        title={`Remove ${name}`}
        opened={asks}
        busy={remove.busy}
        onCancel={() => setAsks(false)}
        onConfirm={() =>
          void remove
            .do({ params: { [by ?? 'id']: id } } as never)
            .catch(() => undefined)
            .finally(() => setAsks(false))
        }
      >
        {means}
      </Confirm>
      {remove.problem && <ProblemNote problem={remove.problem} />}
    </>
  );
}
