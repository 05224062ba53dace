import { Button, Modal } from '@mantine/core';
import type { Key } from '../../../schemas/accounts/keys.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/members.js';

interface Props {
  /** The name of the user who made the keys. */
  owner: string;
  keys: readonly Key[];
  onClose: () => void;
}

/** Offers to revoke the API keys of a user who lost access. Opens when there are keys. */
export function RevokeKeys({ owner, keys, onClose }: Props) {
  const revoke = useApiMutation('deleteKey');
  const revokeAll = async () => {
    for (const { id } of keys) await revoke.mutateAsync({ params: { id } });
    onClose();
  };
  return (
    <Modal opened={keys.length > 0} onClose={onClose} title={words.revokeApiKeys}>
      <p>{words.createdApiKeysThatStillWork(owner)}</p>
      <ul>
        {keys.map((key) => (
          <li key={key.id} className="line key">
            <div className="grow">
              <strong className="cut">{key.name}</strong>
              <div className="faint">
                {key.last_used_at ? (
                  <>
                    {words.lastUsed}
                    <Timestamp at={key.last_used_at} />
                  </>
                ) : (
                  words.neverUsed
                )}
              </div>
            </div>
            <code className="numbers">
              {key.prefix}…{key.last_four}
            </code>
          </li>
        ))}
      </ul>
      {revoke.problem && <ProblemNote problem={revoke.problem} />}
      <div className="row modal-buttons">
        <Button variant="default" onClick={onClose}>
          {words.keepKeys}
        </Button>
        <Button data-autofocus loading={revoke.isPending} onClick={() => void revokeAll().catch(() => undefined)}>
          {words.revokeKey(keys.length)}
        </Button>
      </div>
    </Modal>
  );
}
