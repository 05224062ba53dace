import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { CadenceStep } from '../../../schemas/cadence/cadence.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/agent.js';
import type { StepPosition } from './edit-steps.js';
import { idOfPosition, readPosition } from './step-positions.js';

interface Props {
  steps: readonly CadenceStep[];
  /** The step that is to be moved; undefined: none. */
  moved: string | undefined;
  spots: readonly StepPosition[];
  onMove: (key: string, spot: StepPosition) => void;
  onClose: () => void;
}

/** Queries where a step is to stand. */
export function MoveStep({ steps, moved, spots, onMove, onClose }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const nameOf = (key: string) => steps.find((step) => step.key === key)?.name ?? key;
  const wordsOf = ({ after, way }: StepPosition) =>
    after === undefined ? words.atTheBeginning : way ? words.onPathOf(way, nameOf(after)) : words.after2(nameOf(after));
  const close = () => {
    setChosen(null);
    onClose();
  };
  return (
    <Modal opened={moved !== undefined} onClose={close} title={words.move(moved === undefined ? '' : nameOf(moved))}>
      <Select
        label={words.newPosition}
        placeholder={words.selectAPosition}
        data={spots.map((spot) => ({ value: idOfPosition(spot), label: wordsOf(spot) }))}
        value={chosen}
        onChange={setChosen}
        searchable={spots.length > 8}
        data-autofocus
      />
      <div className="row modal-buttons">
        <Button variant="default" onClick={close}>
          {words.cancel}
        </Button>
        <Button
          disabled={chosen === null}
          onClick={() => {
            if (moved !== undefined && chosen !== null) onMove(moved, readPosition(chosen));
            close();
          }}
        >
          {words.moveStep}
        </Button>
      </div>
    </Modal>
  );
}
