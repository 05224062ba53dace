import { ActionIcon, Menu } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { CadenceStep, StepType } from '../../../schemas/cadence/cadence.js';
import { Icon } from '../../components/icons.js';
import * as words from '../../words/en/agent.js';
import { branchesOf, type Card, outlineOf } from './cadence-outline.js';
import type { StepPosition } from './edit-steps.js';
import { MoveStep } from './move-step.js';
import { circumstancesOf, iconOf, STEP_WORDS, stepInWords } from './step-in-words.js';
import { idOfPosition, positionsAfter, positionsFor } from './step-positions.js';
import { useStepDrag } from './use-step-drag.js';

export interface TreeActions {
  select: (key: string) => void;
  /** Adds a step behind the one at a place, or into one of its ways. */
  add: (index: number, type: StepType, way?: string) => void;
  move: (key: string, by: -1 | 1) => void;
  moveTo: (key: string, spot: StepPosition) => void;
  remove: (index: number) => void;
  double: (index: number) => void;
}

interface TreeProps {
  steps: readonly CadenceStep[];
  selected: string | undefined;
  /** Returns the number of problems of the step at a position. */
  problemsOf: (index: number) => number;
  /** The results of steps as text, by step key. */
  figures?: ReadonlyMap<string, string>;
  /** Undefined: nothing can be changed. */
  actions: TreeActions;
  readOnly: boolean;
}

const TYPES = Object.keys(STEP_WORDS) as StepType[];

function AddMenu({ label, onChoose }: { label: string; onChoose: (type: StepType) => void }) {
  return (
    <Menu position="bottom-start" width={300}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label}>
          <Icon name="plus" size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {TYPES.map((type) => (
          <Menu.Item
            key={type}
            leftSection={<Icon name={STEP_WORDS[type].icon} size={16} />}
            onClick={() => onChoose(type)}
          >
            {STEP_WORDS[type].label}
            <div className="faint">{STEP_WORDS[type].means}</div>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const cardsDrawn = () => [...document.querySelectorAll<HTMLButtonElement>('.step-main')];

/** Moves between cards and changes them, by keys; the one that was changed, or its neighbour, keeps the focus. */
function onKeys(
  event: KeyboardEvent<HTMLButtonElement>,
  { index, step }: Card,
  actions: TreeActions,
  readOnly: boolean,
) {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
  const cards = cardsDrawn();
  const place = cards.indexOf(event.currentTarget);
  const focus = (find: (drawn: HTMLButtonElement[]) => HTMLButtonElement | undefined) =>
    requestAnimationFrame(() => find(cardsDrawn())?.focus());
  if (by && event.altKey && !readOnly) {
    actions.move(step.key, by);
    focus((drawn) => drawn.find(({ dataset }) => dataset.step === step.key));
  } else if (by) cards[place + by]?.focus();
  else if (event.key === 'Delete' && !readOnly) {
    actions.remove(index);
    focus((drawn) => drawn[Math.min(place, drawn.length - 1)]);
  } else if (event.key === 'd' && (event.ctrlKey || event.metaKey) && !readOnly) actions.double(index);
  else return;
  event.preventDefault();
}

interface StepActionsProps {
  card: Card;
  actions: TreeActions;
  onMoveTo: () => void;
}

function StepActions({ card, actions, onMoveTo }: StepActionsProps) {
  const { index, step } = card;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={words.actionsFor(step.key)}>
          <Icon name="dots" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="arrow-up" size={16} />} onClick={() => actions.move(step.key, -1)}>
          {words.moveUp}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="arrow-down" size={16} />} onClick={() => actions.move(step.key, 1)}>
          {words.moveDown}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="grip" size={16} />} onClick={onMoveTo}>
          {words.moveTo3}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={() => actions.double(index)}>
          {words.duplicate}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="x" size={16} />} onClick={() => actions.remove(index)}>
          {words.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The part below a card: jumps to other steps, and the place where a step can be added or dropped. */
function Behind({ card, props, over }: { card: Card; props: TreeProps; over: string | undefined }) {
  const { step, index, jumps } = card;
  const { actions, readOnly, steps } = props;
  return (
    <div className="after">
      {jumps.map(({ name, to }) => (
        <button
          type="button"
          key={`${name} ${to}`}
          className="jump"
          disabled={!to}
          onClick={() => to && actions.select(to)}
        >
          {name && `${name} `}→ {to ?? words.end}
        </button>
      ))}
      {!readOnly &&
        positionsAfter(steps, card).map((spot) => (
          <span
            key={idOfPosition(spot)}
            className="spot row"
            data-spot={idOfPosition(spot)}
            data-over={over === idOfPosition(spot) || undefined}
          >
            {spot.way && <span className="faint">{spot.way}</span>}
            <AddMenu
              label={spot.way ? words.addAStepToPathOf(spot.way, step.key) : words.addAStepAfter(step.key)}
              onChoose={(type) => actions.add(index, type, spot.way)}
            />
          </span>
        ))}
    </div>
  );
}

interface NodeProps {
  card: Card;
  props: TreeProps;
  drag: ReturnType<typeof useStepDrag>;
  onMoveTo: () => void;
}

function Node({ card, props, drag: { drag, handleOf }, onMoveTo }: NodeProps) {
  const { step, index, depth, way, isApart } = card;
  const { selected, actions, problemsOf, readOnly, steps } = props;
  const figures = props.figures?.get(step.key);
  const faults = problemsOf(index);
  const circumstances = circumstancesOf(step);
  // If a card has one way on, a step can be dropped anywhere on it.
  const only = branchesOf(steps, index).some(({ name }) => name) ? undefined : positionsAfter(steps, card)[0];
  return (
    <li
      className="node"
      style={{ '--depth': Math.min(depth, 3) } as React.CSSProperties}
      data-spot={only && idOfPosition(only)}
      data-dragged={drag?.key === step.key || undefined}
    >
      {way && <span className="way">{way}</span>}
      {isApart && index > 0 && (
        <span className="way">{step.type === 'goal' ? words.fromAnyStep : words.noPathLeadsHere}</span>
      )}
      <div className="step" data-selected={step.key === selected || undefined} data-faulty={faults > 0 || undefined}>
        {!readOnly && (
          <span className="grip" title={words.dragToMove} {...handleOf(step.key)}>
            <Icon name="grip" size={16} />
          </span>
        )}
        <button
          type="button"
          className="step-main"
          data-step={step.key}
          aria-pressed={step.key === selected}
          onClick={() => actions.select(step.key)}
          onKeyDown={(event) => onKeys(event, card, actions, readOnly)}
        >
          <span className="step-icon">
            <Icon name={iconOf(step)} />
          </span>
          <span className="grow">
            <span className="row">
              <strong className="cut">{step.name ?? step.key}</strong>
              {circumstances && <span className="faint cut">{circumstances}</span>}
              {faults > 0 && (
                <span className="chip" data-who="act">
                  {words.problem(faults)}
                </span>
              )}
            </span>
            <span className="quiet cut">{stepInWords(step)}</span>
            {figures && <span className="faint cut numbers figures-of-step">{figures}</span>}
          </span>
        </button>
        {!readOnly && <StepActions card={card} actions={actions} onMoveTo={onMoveTo} />}
      </div>
      <Behind card={card} props={props} over={drag?.over} />
    </li>
  );
}

/** A cadence as cards that lay themselves out: lanes for branches, chips for jumps. */
export function CadenceTree(props: TreeProps) {
  const { steps, actions, readOnly } = props;
  const cards = outlineOf(steps);
  const [moved, setMoved] = useState<string>();
  const drag = useStepDrag((key) => positionsFor(cards, key), actions.moveTo);
  return (
    <>
      <ol className="tree" aria-label={words.steps} data-dragging={drag.drag !== undefined || undefined}>
        {!readOnly && (
          <li
            className="first spot"
            aria-hidden="true"
            data-spot={idOfPosition({})}
            data-over={drag.drag?.over === idOfPosition({}) || undefined}
          />
        )}
        {cards.map((card) => (
          <Node key={card.step.key} card={card} props={props} drag={drag} onMoveTo={() => setMoved(card.step.key)} />
        ))}
      </ol>
      <MoveStep
        steps={steps}
        moved={moved}
        spots={moved === undefined ? [] : positionsFor(cards, moved)}
        onMove={actions.moveTo}
        onClose={() => setMoved(undefined)}
      />
    </>
  );
}
