import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { CadenceStep } from '../../schemas/cadence/cadence.js';
import { Asked } from '../parts/asked.js';
import { leadsInWords, MoveLeads, MovingNote, useMoving, usePlan } from './move-leads.js';
import { countsOf, type Moves, standingsOf } from './moves.js';

interface Props {
  agentId: string;
  version: number;
  steps: readonly CadenceStep[];
}

function Dialog({ agentId, version, steps, onClose }: Props & { onClose: () => void }) {
  const [moves, setMoves] = useState<Moves>({});
  const leading = useMoving(agentId);
  const plan = usePlan(agentId, { version }, moves);
  const standings = standingsOf(plan.data?.open_runs ?? [], steps);
  const { move } = countsOf(standings, moves);
  return (
    <>
      {leading.moving ? (
        <MovingNote {...leading} />
      ) : (
        <Asked asked={plan} lines={2}>
          {() => <MoveLeads standings={standings} steps={steps} moves={moves} onMoves={setMoves} />}
        </Asked>
      )}
      <div className="row modal-buttons">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {!leading.moving && (
          <Button disabled={move === 0} onClick={() => void leading.start(version, moves, move)}>
            Move {leadsInWords(move)}
          </Button>
        )}
      </div>
    </>
  );
}

/** Has leads under way with other versions follow this one. */
export function MoveToVersion(props: Props) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        Move leads to it
      </Button>
      <Modal opened={opened} onClose={close} title={`Move leads to version ${props.version}`} size="lg">
        {opened && <Dialog {...props} onClose={close} />}
      </Modal>
    </>
  );
}
