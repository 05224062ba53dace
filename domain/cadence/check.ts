import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { CadenceStep, StepOf, Trigger, Window } from '../../schemas/cadence/cadence.js';
import { checkInteractive, checkMedia } from '../channels/whatsapp-rich.js';
import { isZone } from '../leads/lead-zone.js';
import type { Problem } from '../problem.js';
import { checkAction } from '../rules/actions/check-action.js';
import { checkConditions } from '../rules/conditions/index.js';
import { knowsHolidays } from '../time/holidays.js';
import { minuteOf } from '../time/zoned.js';
import { endlessStep, unreachableSteps } from './graph.js';
import { channelOf, isSending, targetsOf } from './steps.js';

const invalid = (field: string, message: string): Problem => ({ code: 'VALIDATION_ERROR', field, message });

/**
 * Finds everything that keeps a definition from being saved. `pointer` is the JSON pointer of the definition in the
 * request, empty for the whole body; problems point at the very property that has to change.
 */
export function checkDefinition(definition: AgentDefinition, pointer = ''): Problem[] {
  const { steps, window } = definition.cadence;
  return [
    ...checkZone(definition.timezone, `${pointer}/timezone`),
    ...checkPool(definition.channels, `${pointer}/channels`),
    ...checkStatuses(definition, `${pointer}/statuses`),
    ...duplicates(definition.fields, `${pointer}/fields`, 'field'),
    ...checkWindow(window, `${pointer}/cadence/window`, true),
    ...duplicates(steps, `${pointer}/cadence/steps`, 'step'),
    ...steps.flatMap((step, index) => checkStep(definition, step, `${pointer}/cadence/steps/${index}`)),
    ...checkWays(steps, `${pointer}/cadence/steps`),
  ];
}

/** Finds what is missing before a definition can be published: every message and action needs something to go by. */
export function checkContents(definition: AgentDefinition, pointer = ''): Problem[] {
  return definition.cadence.steps.flatMap((step, index) => {
    const at = `${pointer}/cadence/steps/${index}`;
    if (step.type === 'call') {
      const words = step.begin_message || (step.variants?.length && step.variants.every((each) => each.begin_message));
      return words ? [] : [invalid(`${at}/begin_message`, 'A call needs a first message.')];
    }
    if (step.type === 'set') {
      return step.actions.flatMap((action, n) => checkAction(action, `${at}/actions/${n}/params`));
    }
    if (step.type !== 'message') return [];
    const texts = step.variants && step.variants.length > 0 ? step.variants : [step];
    const says = (each: typeof step | (typeof texts)[number]) =>
      Boolean(each.template_id || each.content || each.html || each.media || each.interactive);
    if (!says(step) && !texts.every(says))
      return [invalid(`${at}/content`, 'A message needs content, html, media, interactive or a template.')];
    const titled = (each: (typeof texts)[number]) => Boolean(each.template_id || each.subject);
    const needsSubject = channelOf(step) === 'email' && !titled(step) && !texts.every(titled);
    return needsSubject ? [invalid(`${at}/subject`, 'An email needs a subject.')] : [];
  });
}

/** Lists what looks like a slip but may be meant, as sentences. */
export function definitionWarnings(definition: AgentDefinition): string[] {
  const lost = unreachableSteps(definition.cadence.steps).map((key) => `Step ${key} is unreachable.`);
  const waits = definition.cadence.steps.some(
    (step) => (step.type === 'wait_until' || step.type === 'goal') && step.any.includes('message.received'),
  );
  return waits && definition.exit.on_reply !== 'continue'
    ? [
        ...lost,
        `A step waits for a reply, but exit.on_reply is ${definition.exit.on_reply}. A reply therefore ends or pauses the run first.`,
      ]
    : lost;
}

function checkZone(zone: string, field: string): Problem[] {
  return isZone(zone)
    ? []
    : [{ code: 'INVALID_TIMEZONE', field, message: 'Unknown time zone. Use an IANA name such as Europe/Madrid.' }];
}

function duplicates(items: readonly { key: string }[], pointer: string, what: string): Problem[] {
  return items.flatMap((item, index) =>
    items.findIndex((other) => other.key === item.key) < index
      ? [invalid(`${pointer}/${index}/key`, `Another ${what} has the key ${item.key}.`)]
      : [],
  );
}

function checkPool({ email_sender_id, email_pool }: AgentDefinition['channels'], pointer: string): Problem[] {
  if (!email_pool) return [];
  const { senders } = email_pool;
  const ids = senders.map(({ email_sender_id: id }) => id.toLowerCase());
  return [
    ...(email_sender_id === null
      ? []
      : [invalid(`${pointer}/email_sender_id`, 'It must be null if the agent has a pool of senders.')]),
    ...ids.flatMap((id, index) =>
      ids.indexOf(id) < index
        ? [invalid(`${pointer}/email_pool/senders/${index}/email_sender_id`, 'The pool already has this sender.')]
        : [],
    ),
    ...(senders.every(({ weight }) => weight === 0)
      ? [invalid(`${pointer}/email_pool/senders/0/weight`, 'At least one sender must have a weight above 0.')]
      : []),
  ];
}

function checkStatuses({ statuses }: AgentDefinition, pointer: string): Problem[] {
  const initial = statuses.filter((status) => status.is_initial);
  const problems = duplicates(statuses, pointer, 'status');
  if (initial.length === 0) problems.push(invalid(pointer, 'One status must be initial.'));
  statuses.forEach((status, index) => {
    if (status.is_initial && status.is_terminal) {
      problems.push(invalid(`${pointer}/${index}/is_initial`, "A terminal status can't be initial."));
    } else if (status.is_initial && status !== initial[0]) {
      problems.push(invalid(`${pointer}/${index}/is_initial`, 'Only one status can be initial.'));
    }
  });
  return problems;
}

/** Checks a window. `isBase` is the agent's own, which has nothing to inherit. */
function checkWindow(window: Window | undefined, pointer: string, isBase = false): Problem[] {
  if (!window) return [];
  const problems: Problem[] = [];
  const { timezone, days, mode } = window;
  if (timezone && timezone !== 'lead' && timezone !== 'workflow')
    problems.push(...checkZone(timezone, `${pointer}/timezone`));
  for (const [day, spans] of Object.entries(days ?? {})) {
    (spans ?? []).forEach(([from, to], index) => {
      if (minuteOf(to) <= minuteOf(from)) {
        problems.push(invalid(`${pointer}/days/${day}/${index}`, 'It must end after it starts. Split it at midnight.'));
      }
    });
  }
  if (days && !Object.values(days).some((spans) => spans && spans.length > 0)) {
    problems.push(invalid(`${pointer}/days`, 'At least one day must have opening hours.'));
  }
  if (isBase && mode === 'inherit') problems.push(invalid(`${pointer}/mode`, 'There is no value to inherit here.'));
  (window.holidays ?? []).forEach((code, index) => {
    if (!knowsHolidays(code))
      problems.push(invalid(`${pointer}/holidays/${index}`, 'No holidays are known for this code.'));
  });
  return problems;
}

function checkStep(definition: AgentDefinition, step: CadenceStep, at: string): Problem[] {
  const keys = new Set(definition.cadence.steps.map((each) => each.key));
  const problems = targetsOf(step, definition.cadence.steps)
    .filter((target) => !keys.has(target.key))
    .map((target) => invalid(`${at}/${target.property}`, `Step ${target.key} doesn't exist.`));
  if ('conditions' in step) problems.push(...checkConditions(step.conditions, `${at}/conditions`));
  if (isSending(step)) {
    problems.push(
      ...checkWindow(step.window, `${at}/window`),
      ...duplicates(step.variants ?? [], `${at}/variants`, 'variant'),
    );
    if (step.fallback_channel === channelOf(step)) {
      problems.push(
        invalid(`${at}/fallback_channel`, 'The fallback channel must differ from the channel of the step.'),
      );
    }
    problems.push(...checkWeights(step.variants ?? [], `${at}/variants`));
    if (step.type === 'message') problems.push(...checkRich(step, at));
  }
  if (step.type === 'branch' && step.conditions.length === 0) {
    problems.push(invalid(`${at}/conditions`, 'A branch needs a condition.'));
  }
  if (step.type === 'wait_until' || step.type === 'goal') problems.push(...checkTriggers(step.any, `${at}/any`));
  if (step.type === 'split') {
    problems.push(...duplicates(step.arms, `${at}/arms`, 'arm'), ...checkWeights(weighed(step.arms), `${at}/arms`));
    step.arms.forEach((arm, n) => {
      problems.push(...checkConditions(arm.conditions, `${at}/arms/${n}/conditions`));
    });
  }
  if (step.type === 'set') problems.push(...checkActions(definition, step.actions, `${at}/actions`));
  return problems;
}

/** Only WhatsApp supports files and buttons. The text next to them is for the fallback channel. */
function checkRich(step: StepOf<'message'>, at: string): Problem[] {
  const contents = [
    { ...step, at },
    ...(step.variants ?? []).map((each, n) => ({ ...each, at: `${at}/variants/${n}` })),
  ];
  return contents.flatMap(({ media, interactive, template_id, at: pointer }) => {
    const [name] = [media && 'media', interactive && 'interactive'].filter((each) => each !== undefined);
    if (name === undefined) return [];
    if (channelOf(step) !== 'whatsapp')
      return [invalid(`${pointer}/${name}`, 'Only WhatsApp messages support this field.')];
    if (template_id !== undefined)
      return [invalid(`${pointer}/${name}`, 'Specify either this field or a template, not both.')];
    if (media && interactive)
      return [invalid(`${pointer}/interactive`, 'Specify either media or interactive, not both.')];
    return [
      ...(media ? checkMedia(media, `${pointer}/media`) : []),
      ...(interactive ? checkInteractive(interactive, `${pointer}/interactive`) : []),
    ];
  });
}

const weighed = <T extends { conditions?: readonly unknown[] | undefined }>(arms: readonly T[]): T[] =>
  arms.filter((arm) => !arm.conditions || arm.conditions.length === 0);

const checkWeights = (items: readonly { weight?: number | undefined }[], pointer: string): Problem[] =>
  items.length > 0 && items.every((item) => item.weight === 0)
    ? [invalid(pointer, 'At least one weight must be greater than 0.')]
    : [];

function checkTriggers(triggers: readonly Trigger[], pointer: string): Problem[] {
  return triggers.flatMap((trigger, index) => {
    if (typeof trigger === 'string') return [];
    const at = `${pointer}/${index}`;
    return checkConditions([trigger], at).map((problem) => ({
      ...problem,
      field: problem.field.replace(`${at}/0`, at),
    }));
  });
}

function checkActions(
  { statuses }: AgentDefinition,
  actions: readonly { type: string; params: object }[],
  pointer: string,
): Problem[] {
  return actions.flatMap((action, index) => {
    const params = action.params as { status_key?: string; workflow_id?: string };
    const own = action.type === 'set_status' && !params.workflow_id;
    if (!own || statuses.some((status) => status.key === params.status_key)) return [];
    return [invalid(`${pointer}/${index}/params/status_key`, `The agent has no status ${params.status_key}.`)];
  });
}

function checkWays(steps: readonly CadenceStep[], pointer: string): Problem[] {
  const endless = endlessStep(steps);
  const index = steps.findIndex((step) => step.key === endless);
  if (index < 0) return [];
  return [invalid(`${pointer}/${index}/next`, 'A loop needs max_visits on one of its steps.')];
}
