import { describe, expect, it } from '@jest/globals';
import { Alarm } from '../../worker/alarm.js';

const LONG_MS = 3_600_000;
const never = new AbortController().signal;

describe('an alarm', () => {
  it('ends a pause that has begun', async () => {
    const alarm = new Alarm();
    const pause = alarm.pause(LONG_MS, never);
    alarm.ring();
    await pause;
  });

  it('ends the next pause once, however often it rang before', async () => {
    const alarm = new Alarm();
    alarm.ring();
    alarm.ring();
    await alarm.pause(LONG_MS, never);
    let hasEnded = false;
    const pause = alarm.pause(LONG_MS, never).then(() => (hasEnded = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasEnded).toBe(false);
    alarm.ring();
    await pause;
  });

  it('ends a pause with its signal, and without either of them by time', async () => {
    const abort = new AbortController();
    const pause = new Alarm().pause(LONG_MS, abort.signal);
    abort.abort();
    await pause;
    await new Alarm().pause(1, never);
  });
});
