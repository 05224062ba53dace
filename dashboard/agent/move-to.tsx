import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { CadenceStep } from '../../schemas/cadence/cadence.js';
import { Select } from '../parts/select.js';
import type { Spot } from './edit-steps.js';
import { idOfSpot, readSpot } from './spots.js';

interface Props {
  steps: readonly CadenceStep[];
  /** The step that is to be moved; undefined: none. */
  moved: string | undefined;
  spots: readonly Spot[];
  onMove: (key: string, spot: Spot) => void;
  onClose: () => void;
}

/** Asks where a step is to stand. */
export function MoveTo({ steps, moved, spots, onMove, onClose }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const nameOf = (key: string | undefined) => steps.find((step) => step.key === key)?.name ?? key;
  const wordsOf = ({ after, way }: Spot) =>
    after === undefined ? 'First of all' : way ? `Into ${way} of ${nameOf(after)}` : `After ${nameOf(after)}`;
  const close = () => {
    setChosen(null);
    onClose();
  };
  return (
    <Modal opened={moved !== undefined} onClose={close} title={`Move ${nameOf(moved) ?? ''}`}>
      <Select
        label="Where to"
        placeholder="Choose"
        data={spots.map((spot) => ({ value: idOfSpot(spot), label: wordsOf(spot) }))}
        value={chosen}
        onChange={setChosen}
        searchable={spots.length > 8}
        data-autofocus
      />
      <div className="row modal-buttons">
        <Button variant="default" onClick={close}>
          Leave it
        </Button>
        <Button
          disabled={chosen === null}
          onClick={() => {
            if (moved !== undefined && chosen !== null) onMove(moved, readSpot(chosen));
            close();
          }}
        >
          Move it
        </Button>
      </div>
    </Modal>
  );
}
