import { Button, Modal } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import type { CadenceStep } from '../../../schemas/cadence/cadence.js';
import { Chip } from '../../components/chip.js';
import { Icon } from '../../components/icons.js';
import * as words from '../../words/en/agent.js';
import { type Card, outlineOf } from './cadence-outline.js';
import { iconOf } from './step-in-words.js';

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
            {name} → {to ?? words.end}
          </span>
        ))}
      </span>
      {isChanged && <Chip who="decide" label={words.different} />}
    </>
  );
}

interface Props {
  label: string;
  steps: readonly CadenceStep[];
  /** Keys of steps that differ from the compared version. */
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

/** Shows the whole cadence on one screen. Selecting a step scrolls to its card. */
export function CadenceOverview({
  steps,
  onChoose,
}: {
  steps: readonly CadenceStep[];
  onChoose: (key: string) => void;
}) {
  const [opened, { open, close }] = useDisclosure();
  useHotkeys([['m', open]]);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        {words.overview}
      </Button>
      <Modal opened={opened} onClose={close} title={words.cadenceOverview} fullScreen>
        <div className="overview">
          <Boxes
            label={words.cadenceOverview}
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
