import { minuteOf } from '../time/zoned.js';
import type { AvailabilityBlock } from './availability.js';

type Checked = Pick<AvailabilityBlock, 'kind' | 'weekdays' | 'starts' | 'ends' | 'validFrom' | 'validTo'>;

/** A problem of a block: the field, and its constraint. */
export interface BlockProblem {
  code: 'VALIDATION_ERROR' | 'INVALID_DATE';
  field: string;
  message: string;
}

const problem = (field: string, message: string): BlockProblem => ({ code: 'VALIDATION_ERROR', field, message });

const isDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) &&
  new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) === day &&
  day >= '2000-01-01' &&
  day < '2100-01-01';

/** Finds the first thing that keeps a block from meaning something; undefined if there is nothing. */
export function checkBlock(block: Checked): BlockProblem | undefined {
  for (const [field, day] of [
    ['/valid_from', block.validFrom],
    ['/valid_to', block.validTo],
  ] as const) {
    if (day !== null && !isDay(day)) {
      return { code: 'INVALID_DATE', field, message: `${field} must be a date between 2000 and 2099.` };
    }
  }
  if (block.validFrom !== null && block.validTo !== null && block.validTo < block.validFrom) {
    return problem('/valid_to', '/valid_to must not be before /valid_from.');
  }
  return block.kind === 'weekly'
    ? checkWeekly(block)
    : block.kind === 'date_override'
      ? checkOverride(block)
      : checkTimeOff(block);
}

const inOrder = ({ starts, ends }: Checked): boolean =>
  starts === null || ends === null || minuteOf(ends) > minuteOf(starts);
const ORDER = problem('/ends', '/ends must be after /starts. Split hours that cross midnight into two blocks.');

function checkWeekly(block: Checked): BlockProblem | undefined {
  if (block.weekdays.length === 0) return problem('/weekdays', '/weekdays must contain at least one day.');
  if (block.starts === null) return problem('/starts', '/starts is required for weekly hours.');
  if (block.ends === null) return problem('/ends', '/ends is required for weekly hours.');
  return inOrder(block) ? undefined : ORDER;
}

function checkOverride(block: Checked): BlockProblem | undefined {
  if (block.validFrom === null) return problem('/valid_from', '/valid_from is required for hours on specific days.');
  if (block.weekdays.length > 0)
    return problem('/weekdays', "/weekdays isn't supported here. Specify the dates instead.");
  if ((block.starts === null) !== (block.ends === null)) {
    return problem(
      block.starts === null ? '/starts' : '/ends',
      'Specify both times, or neither to close the whole day.',
    );
  }
  return inOrder(block) ? undefined : ORDER;
}

function checkTimeOff(block: Checked): BlockProblem | undefined {
  if (block.weekdays.length === 0 && block.validFrom === null) {
    return problem('/valid_from', 'Time off requires a first day, or the weekdays on which it repeats.');
  }
  const oneDay = block.weekdays.length > 0 || (block.validTo ?? block.validFrom) === block.validFrom;
  return !oneDay || inOrder(block) ? undefined : ORDER;
}
