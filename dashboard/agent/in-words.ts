import type { CadenceStep, Delay, StepType } from '../../schemas/cadence/cadence.js';
import type { Condition } from '../../schemas/rules/conditions.js';
import type { IconName } from '../parts/icons.js';
import { operatorOf, wordOf } from '../words/fields.js';

/** What kinds of steps are called, and what they do. */
export const STEP_WORDS = {
  message: { label: 'Message', means: 'Writes to the lead by e-mail or WhatsApp.', icon: 'mail' },
  call: { label: 'Call', means: 'Calls the lead.', icon: 'phone' },
  wait: { label: 'Wait', means: 'Lets time pass.', icon: 'clock' },
  wait_until: { label: 'Wait until', means: 'Waits for something to happen, for so long at most.', icon: 'hourglass' },
  branch: { label: 'Branch', means: 'Goes one of two ways, by conditions.', icon: 'git-branch' },
  split: { label: 'Split', means: 'Goes one of several ways, by shares or conditions.', icon: 'git-branch' },
  set: { label: 'Do', means: 'Tags, notes, tasks, functions and more.', icon: 'bolt' },
  goal: { label: 'Goal', means: 'Where runs go on as soon as it is reached.', icon: 'flag' },
  exit: { label: 'End', means: 'Ends the run.', icon: 'square' },
} as const satisfies Record<StepType, { label: string; means: string; icon: IconName }>;

const UNITS: Readonly<Record<string, string>> = { business_days: 'business days' };

/** Says when a step is due. */
export function delayInWords(delay: Delay | undefined): string {
  if (!delay || delay.type === 'none') return 'at once';
  if (delay.type === 'at_local_time')
    return `at ${delay.time}${delay.days ? ` on ${delay.days.map(wordOf).join(', ')}` : ''}, the lead’s time`;
  if (delay.type === 'until_field') {
    const minutes = delay.offset_minutes ?? 0;
    const shift = minutes === 0 ? 'at' : `${Math.abs(minutes)} min ${minutes < 0 ? 'before' : 'after'}`;
    return `${shift} ${delay.source}.${delay.key}`;
  }
  const unit = UNITS[delay.unit] ?? delay.unit;
  return delay.amount === 0 ? 'at once' : `after ${delay.amount} ${delay.amount === 1 ? unit.replace(/s$/, '') : unit}`;
}

const valueInWords = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Says a condition in one line. */
export function conditionInWords(condition: Condition): string {
  const where = condition.field ?? [condition.source, condition.key].filter(Boolean).join('.');
  const to = condition.value_to === undefined ? '' : `and ${valueInWords(condition.value_to)}`;
  return [where, operatorOf(condition.operator), valueInWords(condition.value), to, condition.unit]
    .filter(Boolean)
    .join(' ');
}

const triggerInWords = (trigger: string | Condition): string =>
  typeof trigger === 'string' ? wordOf(trigger).toLowerCase() : conditionInWords(trigger);
const listInWords = (conditions: readonly Condition[], match = 'all'): string =>
  conditions.map(conditionInWords).join(match === 'any' ? ' or ' : ' and ') || 'always';

/** Says in one line what a step does. */
export function stepInWords(step: CadenceStep): string {
  switch (step.type) {
    case 'message':
      return (
        step.subject ?? step.content?.split('\n')[0] ?? (step.template_id ? 'A stored template' : 'Nothing written yet')
      );
    case 'call':
      return step.begin_message?.split('\n')[0] ?? 'With the words of the voice agent';
    case 'wait':
      return delayInWords(step.delay);
    case 'wait_until':
      return `${step.any.map(triggerInWords).join(' or ')}${step.timeout ? `, ${delayInWords(step.timeout).replace('after', 'for')} at most` : ''}`;
    case 'branch':
      return listInWords(step.conditions, step.match);
    case 'split':
      return step.arms.map(({ key = '…', weight }) => (weight === undefined ? key : `${key} ${weight}`)).join(' · ');
    case 'set':
      return step.actions.map(({ type }) => wordOf(type)).join(', ');
    case 'goal':
      return step.any.map(triggerInWords).join(' or ');
    case 'exit':
      return step.reason ?? 'The run ends here';
  }
}

/** What stands before a step besides its text: when it is due and for whom. */
export function circumstancesOf(step: CadenceStep): string {
  const parts = [
    step.type === 'wait' || (!step.delay && step.type !== 'message' && step.type !== 'call')
      ? ''
      : delayInWords(step.delay),
  ];
  if (step.type !== 'branch' && 'conditions' in step && step.conditions?.length)
    parts.push(`only if ${listInWords(step.conditions, step.match)}`);
  if ('variants' in step && step.variants?.length) parts.push(`${step.variants.length} variants`);
  return parts.filter(Boolean).join(' · ');
}

/** Returns the picture of a step: a message's is its channel's. */
export const iconOf = (step: CadenceStep): IconName =>
  step.type === 'message' && step.channel === 'whatsapp' ? 'brand-whatsapp' : STEP_WORDS[step.type].icon;
