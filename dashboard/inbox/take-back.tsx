import { Button } from '@mantine/core';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';

/** Says when a message that has not left will, and takes it back. */
export function TakeBack({ id }: { id: string }) {
  const { data } = useAsk('getMessage', { params: { id } });
  const cancel = useAct('cancelMessage');
  const until = data?.message.hold_until;
  return (
    <>
      {until && <When at={until} />}
      <Button
        variant="subtle"
        size="compact-xs"
        loading={cancel.busy}
        onClick={() => void cancel.do({ params: { id } }).catch(() => undefined)}
      >
        Cancel
      </Button>
      {cancel.problem && <ProblemNote problem={cancel.problem} />}
    </>
  );
}
