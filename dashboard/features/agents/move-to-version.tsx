import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { CadenceStep } from '../../../schemas/cadence/cadence.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/agent.js';
import { countsOf, leadsByStep, type Moves } from './lead-moves.js';
import { MoveLeads, MoveProgress, useMoveLeads, useMovePlan } from './move-leads.js';

interface Props {
  agentId: string;
  version: number;
  steps: readonly CadenceStep[];
}

function Dialog({ agentId, version, steps, onClose }: Props & { onClose: () => void }) {
  const [moves, setMoves] = useState<Moves>({});
  const leading = useMoveLeads(agentId);
  const plan = useMovePlan(agentId, { version }, moves);
  const standings = leadsByStep(plan.data?.open_runs ?? [], steps);
  const { move } = countsOf(standings, moves);
  return (
    <>
      {leading.moving ? (
        <MoveProgress {...leading} />
      ) : (
        <QueryBoundary query={plan} lines={2}>
          {() => <MoveLeads standings={standings} steps={steps} moves={moves} onMoves={setMoves} />}
        </QueryBoundary>
      )}
      <div className="row modal-buttons">
        <Button variant="default" onClick={onClose}>
          {words.closeLabel}
        </Button>
        {!leading.moving && (
          <Button disabled={move === 0} onClick={() => void leading.start(version, moves, move)}>
            {words.moveLead(move)}
          </Button>
        )}
      </div>
    </>
  );
}

/** Moves open runs of other versions to this version. */
export function MoveToVersion(props: Props) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.moveLeadsToThisVersion}
      </Button>
      <Modal opened={opened} onClose={close} title={words.moveLeadsToVersion(props.version)} size="lg">
        {opened && <Dialog {...props} onClose={close} />}
      </Modal>
    </>
  );
}
