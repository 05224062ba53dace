import { ActionIcon, Menu } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { CadenceStep, StepType } from '../../schemas/cadence/cadence.js';
import { Icon } from '../parts/icons.js';
import { circumstancesOf, STEP_WORDS, stepInWords } from './in-words.js';
import { type Card, outlineOf, waysOf } from './outline.js';

export interface TreeActions {
  select: (key: string) => void;
  /** Adds a step behind the one at a place, or into one of its ways. */
  add: (index: number, type: StepType, way?: string) => void;
  move: (index: number, by: -1 | 1) => void;
  remove: (index: number) => void;
  double: (index: number) => void;
}

interface TreeProps {
  steps: readonly CadenceStep[];
  selected: string | undefined;
  /** How many things are wrong with the step at a place. */
  problemsOf: (index: number) => number;
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

const iconOf = (step: CadenceStep) =>
  step.type === 'message' && step.channel === 'whatsapp' ? 'brand-whatsapp' : STEP_WORDS[step.type].icon;

/** Moves between cards and moves them, by keys. */
function onKeys(event: KeyboardEvent<HTMLButtonElement>, { index }: Card, actions: TreeActions, readOnly: boolean) {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
  if (by && event.altKey && !readOnly) actions.move(index, by);
  else if (by) {
    const cards = [...document.querySelectorAll<HTMLButtonElement>('.step-main')];
    cards[cards.indexOf(event.currentTarget) + by]?.focus();
  } else if (event.key === 'Delete' && !readOnly) actions.remove(index);
  else return;
  event.preventDefault();
}

function StepActions({ card, actions }: { card: Card; actions: TreeActions }) {
  const { index, step } = card;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`What can be done with ${step.key}`}>
          <Icon name="dots" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="arrow-up" size={16} />} onClick={() => actions.move(index, -1)}>
          Move up
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="arrow-down" size={16} />} onClick={() => actions.move(index, 1)}>
          Move down
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={() => actions.double(index)}>
          Double
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="x" size={16} />} onClick={() => actions.remove(index)}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Node({ card, props }: { card: Card; props: TreeProps }) {
  const { step, index, depth, way, jumps, isApart } = card;
  const { selected, actions, problemsOf, readOnly, steps } = props;
  const faults = problemsOf(index);
  const circumstances = circumstancesOf(step);
  const ways = waysOf(steps, index).flatMap(({ name }) => (name ? [name] : []));
  return (
    <li className="node" style={{ '--depth': Math.min(depth, 3) } as React.CSSProperties}>
      {way && <span className="way">{way}</span>}
      {isApart && index > 0 && (
        <span className="way">{step.type === 'goal' ? 'from any step' : 'no step leads here'}</span>
      )}
      <div className="step" data-selected={step.key === selected || undefined} data-faulty={faults > 0 || undefined}>
        <button
          type="button"
          className="step-main"
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
                  {faults} {faults === 1 ? 'problem' : 'problems'}
                </span>
              )}
            </span>
            <span className="quiet cut">{stepInWords(step)}</span>
          </span>
        </button>
        {!readOnly && <StepActions card={card} actions={actions} />}
      </div>
      <div className="after">
        {jumps.map(({ name, to }) => (
          <button
            type="button"
            key={`${name} ${to}`}
            className="jump"
            disabled={!to}
            onClick={() => to && actions.select(to)}
          >
            {name && `${name} `}→ {to ?? 'the end'}
          </button>
        ))}
        {!readOnly && ways.length === 0 && step.type !== 'exit' && (
          <AddMenu label={`Add a step after ${step.key}`} onChoose={(type) => actions.add(index, type)} />
        )}
        {!readOnly &&
          ways.map((name) => (
            <span key={name} className="row">
              <span className="faint">{name}</span>
              <AddMenu
                label={`Add a step to ${name} of ${step.key}`}
                onChoose={(type) => actions.add(index, type, name)}
              />
            </span>
          ))}
      </div>
    </li>
  );
}

/** A cadence as cards that lay themselves out: lanes for branches, chips for jumps. */
export const Tree = (props: TreeProps) => (
  <ol className="tree" aria-label="Steps">
    {outlineOf(props.steps).map((card) => (
      <Node key={card.step.key} card={card} props={props} />
    ))}
  </ol>
);
