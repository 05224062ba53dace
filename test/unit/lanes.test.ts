import { describe, expect, it } from '@jest/globals';
import { type Admission, createLanes, type Passage } from '../../runtime/lanes.js';

const HOUR_MS = 3_600_000;
const isPassage = (admission: Admission): admission is Passage => 'leave' in admission;

/**
 * Simulates calls to one receiver, which return on request, with a separate clock. `callMs` and `answers` set the
 * receiver's behavior at a time. Returns how many were requested, concurrent and done.
 */
function play({
  calls,
  callMs,
  answers,
  until,
}: {
  calls: number;
  callMs(at: number): number;
  answers(at: number): boolean;
  until: number;
}) {
  let now = 0;
  const lanes = createLanes(() => now);
  const due: { at: number; act(): void }[] = [];
  const told = { asked: 0, underWay: 0, most: 0, done: [] as number[] };
  const ask = (id: string): void => {
    told.asked += 1;
    const admission = lanes.enter('receiver', id);
    if (!isPassage(admission)) {
      due.push({ at: now + admission.retryAfterMs, act: () => ask(id) });
      return;
    }
    const answered = answers(now);
    told.underWay += 1;
    told.most = Math.max(told.most, told.underWay);
    const end = () => {
      told.underWay -= 1;
      admission.leave({ silent: !answered });
      if (answered) told.done.push(now);
    };
    due.push({ at: now + callMs(now), act: end });
  };
  for (let n = 0; n < calls; n += 1) ask(`call ${n}`);
  while (due.length > 0) {
    due.sort((a, b) => b.at - a.at);
    const next = due.pop()!;
    if (next.at > until) break;
    now = next.at;
    next.act();
  }
  return told;
}

describe('calls to one receiver', () => {
  it('are four at once, and the others ask again about when their turn is', () => {
    const told = play({ calls: 300, callMs: () => 200, answers: () => true, until: HOUR_MS });
    expect(told.most).toBe(4);
    expect(told.done).toHaveLength(300);
    // Without a wait that fits the turn each would ask for a place again and again.
    expect(told.asked).toBeLessThan(300 * 6);
    // 300 calls of 200 ms, four at once, take 15 s.
    expect(told.done.at(-1)).toBeLessThan(5 * 15_000);
  });

  it('are tried one at a time when it answers none, without those that wait asking all the time', () => {
    const told = play({ calls: 500, callMs: () => 10_000, answers: () => false, until: HOUR_MS });
    // 9 calls until the fifth has ended in silence, then one every ten seconds or so.
    expect(told.most).toBe(4);
    const hourAlone = HOUR_MS / 10_000;
    const asksOfOne = HOUR_MS / 300_000;
    expect(told.asked).toBeLessThan(2 * (hourAlone + 500 * asksOfOne));
  });

  it('all get through within a quarter of an hour after it is back', () => {
    const back = 600_000;
    const told = play({
      calls: 300,
      callMs: (at) => (at < back ? 10_000 : 100),
      answers: (at) => at >= back,
      until: back + 900_000,
    });
    // Calls during the outage are over, and their outcomes don't concern the lane.
    expect(told.done.length).toBeGreaterThan(300 - 80);
    expect(told.underWay).toBe(0);
  });

  it('take no place from another one', () => {
    const lanes = createLanes(() => 0);
    for (let n = 0; n < 10; n += 1) lanes.enter('hangs', String(n));
    expect(isPassage(lanes.enter('well', 'a'))).toBe(true);
  });
});
