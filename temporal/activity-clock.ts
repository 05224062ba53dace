import { Context } from '@temporalio/activity';
import type { Clock } from '../runtime/clock.js';

/**
 * Makes a clock that is never behind Temporal's within an activity: an activity that a timer led to acts at the instant
 * of the timer, or it would ask for the same timer again and again until its own machine's clock has come that far.
 */
export function createActivityClock(clock: Clock): Clock {
  const behind = new WeakMap<object, number>();
  const msBehind = (): number => {
    const info = activityInfo();
    if (!info) return 0;
    const known = behind.get(info);
    if (known !== undefined) return known;
    const ms = Math.max(0, info.currentAttemptScheduledTimestampMs - clock.now().getTime());
    behind.set(info, ms);
    return ms;
  };
  return { now: () => new Date(clock.now().getTime() + msBehind()) };
}

function activityInfo(): Context['info'] | undefined {
  try {
    return Context.current().info;
  } catch {
    return undefined;
  }
}
