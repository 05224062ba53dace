import { Button } from '@mantine/core';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/inbox.js';

/** Shows when a message that has not left will, and takes it back. */
export function CancelMessage({ id }: { id: string }) {
  const { data } = useApiQuery('getMessage', { params: { id } });
  const cancel = useApiMutation('cancelMessage');
  const until = data?.message.hold_until;
  return (
    <>
      {until && <Timestamp at={until} />}
      <Button
        variant="subtle"
        size="compact-xs"
        loading={cancel.isPending}
        onClick={() => void cancel.mutateAsync({ params: { id } }).catch(() => undefined)}
      >
        {words.cancel}
      </Button>
      {cancel.problem && <ProblemNote problem={cancel.problem} />}
    </>
  );
}
