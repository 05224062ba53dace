import { describe, expect, it } from '@jest/globals';
import { type BookingModelFixture, type ModelAnswer, type ModelType, playBookings } from '../support/booking-model.js';

interface Taken {
  id: string;
  host: string;
  from: number;
  to: number;
}
interface Flaws {
  /** Lets some through without a look. */
  blind?: boolean;
  /** Some cancelled meetings keep their time. */
  forgetful?: boolean;
  /** Cancelled meetings can be confirmed. */
  lenient?: boolean;
}

const MINUTE_MS = 60_000;
const CELL_MS = 5 * MINUTE_MS;
const TYPES: ModelType[] = [{ id: 't', durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 5 }];

/** A service of a few lines that books in memory, sound but for the flaws it is given. */
function toyService(flaws: Flaws): BookingModelFixture {
  const taken = new Map<string, Taken>();
  const meetings = new Map<string, { status: string; host: string; start: string }>();
  let count = 0;
  const type = TYPES[0] as ModelType;
  const spanOf = (start: string) => ({
    from: Math.floor(Date.parse(start) / CELL_MS),
    to: Math.ceil((Date.parse(start) + (type.durationMinutes + type.bufferAfterMinutes) * MINUTE_MS) / CELL_MS),
  });
  const isFree = (host: string, start: string, except: string[]) => {
    const span = spanOf(start);
    return ![...taken.values()].some(
      (one) => one.host === host && !except.includes(one.id) && one.from < span.to && span.from < one.to,
    );
  };
  const take = (id: string, host: string, start: string) => taken.set(id, { id, host, ...spanOf(start) });
  const conflict: ModelAnswer = { status: 409, body: { code: 'SLOT_CONFLICT' } };
  const meetingOf = (id: string) => {
    const { host, ...rest } = meetings.get(id) ?? { status: '', host: '', start: '' };
    return { id, host_id: host, ...rest };
  };
  const act = (path: string, body: Record<string, unknown>): ModelAnswer => {
    const [, , id = '', verb] = path.split('/');
    const [host, start] = [String(body.host_id), String(body.starts_at)];
    count += 1;
    if (path === '/meetings/book' || path === '/meetings/holds') {
      const hold = body.hold_id === undefined ? [] : [String(body.hold_id)];
      const seen = flaws.blind && count % 7 === 0;
      if (!seen && !isFree(host, start, hold)) return conflict;
      for (const used of hold) taken.delete(used);
      const made = `m${count}`;
      take(made, host, start);
      meetings.set(made, { status: 'scheduled', host, start });
      return { status: 201, body: { meeting: meetingOf(made), hold: { id: made } } };
    }
    const meeting = meetings.get(id) as { status: string; host: string; start: string };
    const isLive = meeting.status === 'scheduled' || meeting.status === 'confirmed';
    const refused = { status: 409, body: { code: 'MEETING_NOT_MODIFIABLE' } };
    if (verb === 'reschedule') {
      if (!isLive) return refused;
      if (meeting.start === start) return { status: 200, body: { changed: false, meeting: meetingOf(id) } };
      const hosts = body.keep_host ? [meeting.host] : [meeting.host, 'a', 'b'];
      const free = hosts.find((each) => isFree(each, start, [id]));
      if (free === undefined) return conflict;
      take(id, free, start);
      Object.assign(meeting, { status: 'scheduled', host: free, start });
      return { status: 200, body: { changed: true, meeting: meetingOf(id) } };
    }
    const status = { confirm: 'confirmed', cancel: 'cancelled', complete: 'completed', no_show: 'no_show' }[verb ?? ''];
    if (meeting.status === status) return { status: 200, body: { changed: false } };
    const corrects =
      ['completed', 'no_show'].includes(meeting.status) && ['completed', 'no_show'].includes(status ?? '');
    const allowed = corrects || (isLive && !(meeting.status === 'confirmed' && status === 'confirmed'));
    if (!allowed && !(flaws.lenient && status === 'confirmed')) return refused;
    meeting.status = status ?? '';
    if (status === 'cancelled' && !(flaws.forgetful && count % 3 === 0)) taken.delete(id);
    return { status: 200, body: { changed: true } };
  };
  return {
    // The answer comes later than the act, and acts of others come between.
    ask: async (path, body) => {
      await Promise.resolve();
      const answer = act(path, body as Record<string, unknown>);
      await new Promise((resolve) => setImmediate(resolve));
      return answer;
    },
    expireHold: async (id) => void taken.delete(id),
    freeStarts: async (hostId, days) => {
      const slots = Array.from({ length: days * 288 }, (_, n) =>
        new Date(Date.UTC(2030, 0, 1) + n * CELL_MS).toISOString(),
      );
      return slots.filter((start) => isFree(hostId, start, []));
    },
    hosts: ['a', 'b'],
    leads: ['l'],
    types: TYPES,
    booking: (more) => more,
    at: (time, day) => `2030-01-${String(1 + day).padStart(2, '0')}T${time}:00.000Z`,
  };
}

const play = (flaws: Flaws) => playBookings(toyService(flaws), { operations: 1_500, callers: 8, seed: 3 });

describe('the model that bookings are held against', () => {
  it('has nothing against a service that is sound', async () => {
    expect((await play({})).faults).toEqual([]);
  });

  it.each<[string, Flaws, RegExp]>([
    ['gives time out twice', { blind: true }, /took time that was taken/],
    ['keeps the time of what was cancelled', { forgetful: true }, /refused though it was free|lost/],
    ['goes ways that are not there', { lenient: true }, /confirm of .*: changes, expected refused/],
  ])('notices one that %s', async (_flaw, flaws, words) => {
    expect((await play(flaws)).faults.join('\n')).toMatch(words);
  });
});
