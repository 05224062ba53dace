import { Button, Modal } from '@mantine/core';
import type { Key } from '../../schemas/accounts/keys.js';
import { useAct } from '../api/act.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';

interface Props {
  /** The name of the user who made the keys. */
  owner: string;
  keys: readonly Key[];
  onClose: () => void;
}

/** Offers to revoke the API keys of a user who lost access. Opens when there are keys. */
export function RevokeKeys({ owner, keys, onClose }: Props) {
  const revoke = useAct('deleteKey');
  const revokeAll = async () => {
    for (const { id } of keys) await revoke.do({ params: { id } });
    onClose();
  };
  return (
    <Modal opened={keys.length > 0} onClose={onClose} title="Revoke API keys?">
      <p>{owner} created API keys that still work. Requests that use a revoked key are refused.</p>
      <ul>
        {keys.map((key) => (
          <li key={key.id} className="line key">
            <div className="grow">
              <strong className="cut">{key.name}</strong>
              <div className="faint">
                {key.last_used_at ? (
                  <>
                    Last used <When at={key.last_used_at} />
                  </>
                ) : (
                  'Never used'
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
          Keep keys
        </Button>
        <Button data-autofocus loading={revoke.busy} onClick={() => void revokeAll().catch(() => undefined)}>
          {keys.length === 1 ? 'Revoke key' : `Revoke ${keys.length} keys`}
        </Button>
      </div>
    </Modal>
  );
}
