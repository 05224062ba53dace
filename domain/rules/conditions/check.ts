import type { Condition, ConditionOperator, ConditionSource } from '../../../schemas/rules/conditions.js';
import { isZone } from '../../leads/lead-zone.js';
import type { Problem } from '../../problem.js';
import { CHANGEABLE, canChange } from './changes.js';
import { OPERATORS } from './operators/index.js';
import { conditionTarget } from './reading.js';
import { SOURCES } from './sources/index.js';
import { isWorkflowKey } from './sources/workflow.js';

const MAX_DEPTH = 5;

/** The context of conditions: `event` if an event is being handled. */
export interface ConditionContext {
  event?: boolean;
  /** `agent` where a job runs once for an agent, with no lead at hand. */
  scope?: 'lead' | 'agent';
}

/** The sources that need no lead. */
const OF_AGENTS: readonly string[] = ['workflow', 'now'];

/**
 * Finds what keeps conditions from being saved. `pointer` is the JSON pointer of the list; problems point at the very
 * property that has to change.
 */
export function checkConditions(
  conditions: readonly Condition[] | null | undefined,
  pointer: string,
  context: ConditionContext = {},
): Problem[] {
  return (conditions ?? []).flatMap((condition, index) => checkOne(condition, `${pointer}/${index}`, context));
}

function checkOne(condition: Condition, pointer: string, context: ConditionContext): Problem[] {
  return [
    ...checkTarget(condition, pointer, context),
    ...checkOperator(condition, pointer, context),
    ...checkZone(condition.timezone, pointer),
  ];
}

function checkZone(zone: string | undefined, pointer: string): Problem[] {
  if (!zone || zone === 'lead' || zone === 'workflow' || isZone(zone)) return [];
  return [
    {
      code: 'INVALID_TIMEZONE',
      field: `${pointer}/timezone`,
      message: 'Unknown time zone. Use an IANA name such as Europe/Madrid.',
    },
  ];
}

function checkTarget(condition: Condition, pointer: string, context: ConditionContext): Problem[] {
  const problem = (property: string, message: string): Problem[] => [
    { code: 'VALIDATION_ERROR', field: `${pointer}/${property}`, message },
  ];
  const short = condition.field != null;
  if (short && (condition.source != null || condition.key != null)) {
    return problem('field', 'Specify either field, or source and key.');
  }
  const { source, key } = conditionTarget(condition);
  const at = short ? 'field' : 'key';
  if (source === undefined || !Object.hasOwn(SOURCES, source)) {
    return problem(short ? 'field' : 'source', `The source must be one of: ${Object.keys(SOURCES).join(', ')}.`);
  }
  if (source === 'event' && !context.event) return problem(short ? 'field' : 'source', 'No event is available here.');
  if (context.scope === 'agent' && !OF_AGENTS.includes(source)) {
    return problem(short ? 'field' : 'source', `Without a lead, the source must be one of: ${OF_AGENTS.join(', ')}.`);
  }
  if (source === 'workflow') {
    if (context.scope !== 'agent')
      return problem(short ? 'field' : 'source', 'These counts are only available in workflow_scoped jobs.');
    if (key !== '' && !isWorkflowKey(key)) {
      return problem(at, 'The key must be one of: active_leads, unreplied_leads, paused_leads, status_counts.<key>.');
    }
  }
  const { keys } = SOURCES[source as ConditionSource];
  if (keys === 'none') return key === '' ? [] : problem(at, `The source ${source} doesn't take a key.`);
  if (key === '') return problem(at, `The source ${source} requires a key.`);
  if (keys === 'name') return [];
  if (keys === 'path') {
    const parts = key.split('.');
    if (parts.length > MAX_DEPTH) return problem(at, `A path can have at most ${MAX_DEPTH} parts.`);
    return parts.includes('') ? problem(at, "A path can't have empty parts.") : [];
  }
  return keys.includes(key) ? [] : problem(at, `The key of ${source} must be one of: ${keys.join(', ')}.`);
}

function checkOperator(condition: Condition, pointer: string, context: ConditionContext): Problem[] {
  const name: string = condition.operator;
  if (!Object.hasOwn(OPERATORS, name)) {
    const message = `The operator must be one of: ${Object.keys(OPERATORS).join(', ')}.`;
    return [{ code: 'UNKNOWN_OPERATOR', field: `${pointer}/operator`, message }];
  }
  if (name.startsWith('changed')) {
    const { source = '', key, path } = conditionTarget(condition);
    const message = !context.event
      ? 'Changes can be tested only where an event is handled.'
      : canChange(source, key)
        ? undefined
        : `No event reports changes of ${path}. Fields whose changes can be tested: ${CHANGEABLE}.`;
    if (message) return [{ code: 'VALIDATION_ERROR', field: `${pointer}/operator`, message }];
  }
  const { value, value_to, unit } = condition;
  const problem = OPERATORS[name as ConditionOperator].check({ value, value_to, unit });
  return problem ? [{ code: problem.code, field: `${pointer}/${problem.property}`, message: problem.message }] : [];
}
