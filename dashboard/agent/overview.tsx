import { Button, Modal } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import type { CadenceStep } from '../../schemas/cadence/cadence.js';
import { Chip } from '../parts/chip.js';
import { Icon } from '../parts/icons.js';
import { iconOf } from './in-words.js';
import { type Card, outlineOf } from './outline.js';

function Box({ card: { step, way, jumps }, isChanged }: { card: Card; isChanged: boolean }) {
  return (
    <>
      <Icon name={iconOf(step)} size={14} />
      <span className="grow cut">
        {way && <span className="faint">{way} </span>}
        <strong>{step.name ?? step.key}</strong>
        {jumps.map(({ name, to }) => (
          <span key={`${name} ${to}`} className="faint">
            {' '}
            {name} → {to ?? 'the end'}
          </span>
        ))}
      </span>
      {isChanged && <Chip who="decide" label="Differs" />}
    </>
  );
}

interface Props {
  label: string;
  steps: readonly CadenceStep[];
  /** Keys of steps that differ from what they are looked at beside. */
  changed?: ReadonlySet<string>;
  /** Undefined: they are only looked at. */
  onChoose?: (key: string) => void;
}

/** A cadence as boxes of one line each. */
export const Boxes = ({ label, steps, changed, onChoose }: Props) => (
  <ol className="boxes" aria-label={label}>
    {outlineOf(steps).map((card) => {
      const box = <Box card={card} isChanged={changed?.has(card.step.key) ?? false} />;
      return (
        <li key={card.step.key} style={{ '--depth': Math.min(card.depth, 3) } as React.CSSProperties}>
          {onChoose ? (
            <button type="button" className="box" onClick={() => onChoose(card.step.key)}>
              {box}
            </button>
          ) : (
            <div className="box">{box}</div>
          )}
        </li>
      );
    })}
  </ol>
);

/** Shows the whole cadence on one screen; whoever chooses a step is led to its card. */
export function Overview({ steps, onChoose }: { steps: readonly CadenceStep[]; onChoose: (key: string) => void }) {
  const [opened, { open, close }] = useDisclosure();
  useHotkeys([['m', open]]);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        Overview
      </Button>
      <Modal opened={opened} onClose={close} title="The whole cadence" fullScreen>
        <div className="overview">
          <Boxes
            label="The whole cadence"
            steps={steps}
            onChoose={(key) => {
              close();
              onChoose(key);
            }}
          />
        </div>
      </Modal>
    </>
  );
}
