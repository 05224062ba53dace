import type { CadenceStep, Delay, StepType } from '../../../schemas/cadence/cadence.js';
import type { Condition } from '../../../schemas/rules/conditions.js';
import type { IconName } from '../../components/icons.js';
import * as words from '../../words/en/agent.js';
import { operatorOf, wordOf } from '../../words/fields.js';

/** The names and descriptions of step types. */
export const STEP_WORDS = {
  message: { label: words.message, means: words.sendsTheLeadAnEmailOr, icon: 'mail' },
  call: { label: words.call, means: words.callsTheLead, icon: 'phone' },
  wait: { label: words.wait, means: words.waitsForAPeriodOfTime, icon: 'clock' },
  wait_until: { label: words.waitUntil, means: words.waitsUntilAnEventOccursOr, icon: 'hourglass' },
  branch: { label: words.branch, means: words.continuesOnOneOfTwoPaths, icon: 'git-branch' },
  split: { label: words.split, means: words.continuesOnOneOfSeveralPaths, icon: 'git-branch' },
  set: { label: words.actions, means: words.addsTagsNotesAndTasksRuns, icon: 'bolt' },
  goal: { label: words.goal, means: words.runsSkipAheadToThisStep, icon: 'flag' },
  exit: { label: words.end2, means: words.endsTheRun, icon: 'square' },
} as const satisfies Record<StepType, { label: string; means: string; icon: IconName }>;

const AFTER: Readonly<Record<Extract<Delay, { type: 'after' }>['unit'], (amount: number) => string>> = {
  seconds: words.afterSeconds,
  minutes: words.afterMinutes,
  hours: words.afterHours,
  days: words.afterDays,
  business_days: words.afterBusinessDays,
  weeks: words.afterWeeks,
};

/** Describes when a step is due. */
export function delayInWords(delay: Delay | undefined): string {
  if (!delay || delay.type === 'none') return words.immediately;
  if (delay.type === 'at_local_time')
    return words.atLeadsTimeZone(delay.time, delay.days ? words.on(delay.days.map(wordOf).join(', ')) : '');
  if (delay.type === 'until_field') {
    const minutes = delay.offset_minutes ?? 0;
    const shift =
      minutes === 0
        ? words.atTheDate
        : words.min(Math.abs(minutes), minutes < 0 ? words.beforeTheDate : words.afterTheDate);
    return `${shift} ${delay.source}.${delay.key}`;
  }
  return delay.amount === 0 ? words.immediately : AFTER[delay.unit](delay.amount);
}

const valueInWords = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Says a condition in one line. */
export function conditionInWords(condition: Condition): string {
  const where = condition.field ?? [condition.source, condition.key].filter(Boolean).join('.');
  const to = condition.value_to === undefined ? '' : words.and(valueInWords(condition.value_to));
  return [
    where,
    operatorOf(condition.operator),
    valueInWords(condition.value),
    to,
    condition.unit && wordOf(condition.unit).toLowerCase(),
  ]
    .filter(Boolean)
    .join(' ');
}

const triggerInWords = (trigger: string | Condition): string =>
  typeof trigger === 'string' ? wordOf(trigger).toLowerCase() : conditionInWords(trigger);
const listInWords = (conditions: readonly Condition[], match = 'all'): string =>
  conditions.map(conditionInWords).join(match === 'any' ? words.or : words.and2) || words.always;

/** Describes in one line what a step does. */
export function stepInWords(step: CadenceStep): string {
  switch (step.type) {
    case 'message':
      return (
        step.subject ?? step.content?.split('\n')[0] ?? (step.template_id ? words.savedTemplate : words.noContentYet)
      );
    case 'call':
      return step.begin_message?.split('\n')[0] ?? words.startsWithTheVoiceAgentsOwn;
    case 'wait':
      return delayInWords(step.delay);
    case 'wait_until':
      return `${step.any.map(triggerInWords).join(words.or)}${step.timeout ? words.timesOut(delayInWords(step.timeout)) : ''}`;
    case 'branch':
      return listInWords(step.conditions, step.match);
    case 'split':
      return step.arms.map(({ key = '…', weight }) => (weight === undefined ? key : `${key} ${weight}`)).join(' · ');
    case 'set':
      return step.actions.map(({ type }) => wordOf(type)).join(', ');
    case 'goal':
      return step.any.map(triggerInWords).join(words.or);
    case 'exit':
      return step.reason ?? words.theRunEndsHere;
  }
}

/** The labels of a step in addition to its text: when it is due and for whom. */
export function circumstancesOf(step: CadenceStep): string {
  const parts = [
    step.type === 'wait' || (!step.delay && step.type !== 'message' && step.type !== 'call')
      ? ''
      : delayInWords(step.delay),
  ];
  if (step.type !== 'branch' && 'conditions' in step && step.conditions?.length)
    parts.push(words.onlyIf(listInWords(step.conditions, step.match)));
  if ('variants' in step && step.variants?.length) parts.push(words.variant2(step.variants.length));
  return parts.filter(Boolean).join(' · ');
}

/** Returns the picture of a step: a message's is its channel's. */
export const iconOf = (step: CadenceStep): IconName =>
  step.type === 'message' && step.channel === 'whatsapp' ? 'brand-whatsapp' : STEP_WORDS[step.type].icon;
