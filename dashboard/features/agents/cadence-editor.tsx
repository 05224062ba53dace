import { Button, SegmentedControl } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Agent } from '../../../schemas/agents/agents.js';
import type { CadenceStep, StepType } from '../../../schemas/cadence/cadence.js';
import { usePermission } from '../../api/session.js';
import { Skeleton } from '../../components/page.js';
import { FormFactsContext } from '../../forms/form-context.js';
import { JsonField } from '../../forms/json-field.js';
import { Field } from '../../forms/schema-field.js';
import * as words from '../../words/en/agent.js';
import { translated } from '../../words/sentences.js';
import type { AgentSearch } from './agent-search.js';
import { outlineOf } from './cadence-outline.js';
import { CadenceOverview } from './cadence-overview.js';
import { CadenceTree, type TreeActions } from './cadence-tree.js';
import {
  changeStep,
  duplicateStep,
  insertAfter,
  insertIntoBranch,
  moveTo,
  newStep,
  pasteAfter,
  removeStep,
  unusedKey,
} from './edit-steps.js';
import { StepEditor } from './step-editor.js';
import { adjacentPosition } from './step-positions.js';
import { isTold, StepPreview } from './step-preview.js';
import { isCadence } from './step-text.js';
import type { AgentDraft } from './use-agent.js';
import { useClipboard } from './use-clipboard.js';
import type { PublishCheck } from './use-publish-check.js';
import { useStepFigures } from './use-step-figures.js';
import { type Steps, useSteps } from './use-steps.js';

/** Loaded when it is opened. */
const Simulation = lazy(async () => ({ default: (await import('./simulation.js')).Simulation }));

/** Returns which other part of the page has what a pointer names; undefined: this one. */
const tabOf = (field: string): AgentSearch['tab'] =>
  field.startsWith('/cadence') || field === '' ? undefined : /^\/(ai|handoff)\b/.test(field) ? 'answering' : 'settings';

function Problems({ checked, steps, onShow }: { checked: PublishCheck; steps: Steps; onShow: (key: string) => void }) {
  const stepAt = (field: string) => steps[Number(/^\/cadence\/steps\/(\d+)/.exec(field)?.[1] ?? Number.NaN)]?.key;
  if (checked.errors.length + checked.warnings.length === 0)
    return <p className="calm">{words.noProblemsFoundTheDraftIs}</p>;
  return (
    <ul className="problems">
      {checked.errors.map(({ field, message }) => {
        const key = stepAt(field);
        const tab = tabOf(field);
        return (
          <li key={`${field} ${message}`}>
            <span className="chip" data-who="act">
              {key ?? words.settings}
            </span>
            <span className="grow">{translated(message)}</span>
            {key && (
              <Button variant="default" size="compact-sm" onClick={() => onShow(key)}>
                {words.show}
              </Button>
            )}
            {tab && (
              <Link from="/agents/$id" to="." search={{ tab }}>
                {words.show}
              </Link>
            )}
          </li>
        );
      })}
      {checked.warnings.map((warning) => (
        <li key={warning}>
          <span className="chip" data-who="decide">
            {words.warning}
          </span>
          <span className="grow">{translated(warning)}</span>
        </li>
      ))}
    </ul>
  );
}

const SIDES = ['step', 'try', 'problems', 'hours', 'text'] as const;
type Side = (typeof SIDES)[number];
const SIDE_LABELS: Readonly<Record<Side, string>> = {
  step: words.step,
  try: words.simulate,
  problems: words.problems,
  hours: words.hours,
  text: 'JSON',
};

/** Returns the actions of the cards and their menus. */
const actionsOf = (steps: Steps, change: (steps: Steps) => void, show: (key: string) => void): TreeActions => ({
  select: show,
  add: (at: number, type: StepType, way?: string) => {
    const added = newStep(type, unusedKey(steps, type));
    change(way ? insertIntoBranch(steps, at, way, added) : insertAfter(steps, at, added));
    show(added.key);
  },
  move: (key, by) => {
    const spot = adjacentPosition(outlineOf(steps), key, by);
    if (spot) change(moveTo(steps, key, spot));
  },
  remove: (at) => steps.length > 1 && change(removeStep(steps, at)),
  moveTo: (key, spot) => change(moveTo(steps, key, spot)),
  double: (at) => change(duplicateStep(steps, at)),
});

interface Props {
  agent: Agent;
  draft: AgentDraft;
  checked: PublishCheck | undefined;
}

/** The hours of all messages, and the cadence as text. */
function Whole({ agent, draft, side }: Omit<Props, 'checked'> & { side: 'hours' | 'text' }) {
  const { cadence } = agent;
  if (side === 'text')
    return (
      <JsonField
        name="cadence"
        label={words.cadenceJson}
        shape={{ kind: 'any', help: words.appliedAsSoonAsTheJson }}
        value={cadence}
        onChange={(written) => isCadence(written) && draft.change({ cadence: written })}
        at="/cadence"
      />
    );
  return (
    <Field
      name="window"
      label={words.sendingWindow}
      shape={{ kind: 'ref', to: 'Window' }}
      value={cadence.window}
      onChange={(window) => {
        const { window: _, ...rest } = cadence;
        draft.change({ cadence: window ? { ...rest, window } : rest });
      }}
      at="/cadence/window"
    />
  );
}

interface SidePanelProps extends Props {
  index: number;
  side: Side;
  show: (key: string) => void;
  onStep: (step: CadenceStep) => void;
}

/** The panel next to the cards. */
function SidePanel({ agent, draft, checked, index, side, show, onStep }: SidePanelProps) {
  const { steps } = agent.cadence;
  const step = steps[index];
  switch (side) {
    case 'step':
      if (!step) return <p className="calm">{words.selectAStepToEditIt}</p>;
      return (
        <>
          <h2>{step.name ?? step.key}</h2>
          <StepEditor key={`${index} ${step.type}`} step={step} at={`/cadence/steps/${index}`} onChange={onStep}>
            {isTold(step) && <StepPreview key={step.key} step={step} agentId={agent.id} />}
          </StepEditor>
        </>
      );
    case 'try':
      return (
        <Suspense fallback={<Skeleton lines={6} />}>
          <Simulation agent={agent} draft={draft} onShow={show} />
        </Suspense>
      );
    case 'problems':
      return checked && <Problems checked={checked} steps={steps} onShow={show} />;
    default:
      return <Whole agent={agent} draft={draft} side={side} />;
  }
}

interface BarProps {
  editing: ReturnType<typeof useSteps>;
  readOnly: boolean;
  onChoose: (key: string) => void;
}

/** The toolbar above the cards. */
function Bar({ editing: { steps, undo, redo, canUndo, canRedo }, readOnly, onChoose }: BarProps) {
  useHotkeys([
    ['mod+Z', undo],
    ['mod+shift+Z', redo],
  ]);
  return (
    <div className="row tree-bar">
      {!readOnly && (
        <>
          <Button variant="default" size="compact-sm" disabled={!canUndo} onClick={undo}>
            {words.undo}
          </Button>
          <Button variant="default" size="compact-sm" disabled={!canRedo} onClick={redo}>
            {words.redo}
          </Button>
        </>
      )}
      <CadenceOverview steps={steps} onChoose={onChoose} />
      {!readOnly && <span className="faint wide-only">{words.arrowKeysSelectAStepAlt}</span>}
    </div>
  );
}

/** Returns the options of fields that name a step or a status. */
function choicesOf({ cadence, statuses }: Agent) {
  const keys = cadence.steps.map(({ key, name }) => ({ value: key, label: name ?? key }));
  return {
    next: keys,
    then: keys,
    else: keys,
    on_timeout: keys,
    step_key: keys,
    status_key: statuses.map(({ key, label }) => ({ value: key, label })),
  };
}

/** The cadence: its cards, and a panel with the step, a dry run and the errors. */
export function CadenceEditor({ agent, draft, checked }: Props) {
  const readOnly = !usePermission()('workflows:write');
  const editing = useSteps(agent, draft);
  const { steps, change } = editing;
  const [selected, setSelected] = useState<string | undefined>(steps[0]?.key);
  // A link may say what is to be seen first.
  const { side: wanted = 'step' } = useSearch({ from: '/shell/agents/$id' });
  const [side, setSide] = useState<Side>(wanted);
  const isNarrow = useMediaQuery('(max-width: 1000px)');
  const aside = useRef<HTMLElement>(null);
  const index = steps.findIndex(({ key }) => key === selected);
  const problems = checked?.errors ?? [];
  const figures = useStepFigures(agent.id, agent.version);
  const show = (key: string) => {
    setSelected(key);
    setSide('step');
    if (isNarrow) aside.current?.scrollIntoView();
  };
  const showCard = (key: string) => {
    show(key);
    document.querySelector(`[data-step="${CSS.escape(key)}"]`)?.scrollIntoView({ block: 'center' });
  };
  const onStep = (step: CadenceStep) => {
    setSelected(step.key);
    change(changeStep(steps, index, step), `step ${index}`);
  };
  const actions = actionsOf(steps, change, show);
  useClipboard(
    steps,
    (at, pasted) => {
      const changed = pasteAfter(steps, at, pasted);
      change(changed);
      show(changed[at + 1]?.key ?? '');
    },
    readOnly,
  );
  const problemsOf = (at: number) =>
    problems.filter(({ field }) => `${field}/`.startsWith(`/cadence/steps/${at}/`)).length;
  const labelOf = (name: Side) =>
    name === 'problems' && problems.length > 0 ? words.problems2(problems.length) : SIDE_LABELS[name];
  return (
    <FormFactsContext value={{ problems, choices: choicesOf(agent), readOnly }}>
      <div className="editor">
        <div>
          <Bar editing={editing} readOnly={readOnly} onChoose={showCard} />
          <CadenceTree
            steps={steps}
            selected={selected}
            figures={figures}
            actions={actions}
            problemsOf={problemsOf}
            readOnly={readOnly}
          />
        </div>
        <aside className="card side" ref={aside} aria-label={words.cadenceDetails}>
          <SegmentedControl
            fullWidth
            size="xs"
            value={side}
            onChange={(chosen) => setSide(chosen as Side)}
            data={SIDES.map((name) => ({ value: name, label: labelOf(name) }))}
          />
          <div className="side-body">
            <SidePanel
              agent={agent}
              draft={draft}
              checked={checked}
              index={index}
              side={side}
              show={show}
              onStep={onStep}
            />
          </div>
        </aside>
      </div>
    </FormFactsContext>
  );
}
