import type { ConditionOperator } from '../../../../schemas/rules/conditions.js';
import { CALENDAR } from './calendar.js';
import { CHANGES } from './changes.js';
import { EQUALITY } from './equality.js';
import type { Operator } from './operator.js';
import { ORDER } from './order.js';
import { PRESENCE } from './presence.js';
import { RELATIVE } from './relative.js';
import { SETS } from './sets.js';
import { TEXT } from './text.js';

/** Every operator; a new one in the schema doesn't compile without its entry here. */
export const OPERATORS: { [O in ConditionOperator]: Operator } = {
  ...EQUALITY,
  ...TEXT,
  ...ORDER,
  ...CALENDAR,
  ...RELATIVE,
  ...PRESENCE,
  ...SETS,
  ...CHANGES,
};
