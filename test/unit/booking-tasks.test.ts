import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type BookingFacts, type NoticeState, planBooking } from '../../domain/meetings/booking-tasks.js';

const at = (text: string) => new Date(`2026-11-25T${text}:00Z`);
const NOW = at('08:00');

const facts = (changes: Partial<BookingFacts> = {}): BookingFacts => ({
  status: 'scheduled',
  startsAt: at('12:00'),
  endsAt: at('12:30'),
  createdAt: at('08:00'),
  rescheduledAt: null,
  cancelledAt: null,
  handOvers: [],
  inviteLead: true,
  reminders: [{ minutes_before: 60, channel: 'email', template_id: null }],
  notices: new Map(),
  calendar: { kind: 'none' },
  ...changes,
});

const told = (...entries: [string, string?][]) =>
  new Map(
    entries.map(([key, status = 'sent']): [string, NoticeState] => [
      key,
      { status, reason: null, attempts: 1, retryAt: null, pending: status === 'queued' },
    ]),
  );
const REMINDER = `reminder/email/60/${at('12:00').getTime()}`;

const keyOf = (given: BookingFacts, now = NOW) => {
  const { work } = planBooking(given, now);
  return work?.kind === 'notice' ? work.notice.key : (work?.kind ?? null);
};

describe('a meeting that another host took over', () => {
  const handOvers = [at('08:30'), at('09:00')];
  const moved = (notices: ReturnType<typeof told>, changes: Partial<BookingFacts> = {}) =>
    facts({ rescheduledAt: at('09:00'), handOvers, notices, ...changes });
  const [first, second] = handOvers.map((time) => `withdrawal/${time.getTime()}`) as [string, string];
  const firstUpdate = `update/${at('08:30').getTime()}`;
  const secondUpdate = `update/${at('09:00').getTime()}`;
  const now = at('09:30');

  it('withdraws each invitation that the lead received, before it invites again, and no other', () => {
    expect(keyOf(moved(told(['invitation'], [firstUpdate])), now)).toBe(first);
    expect(keyOf(moved(told(['invitation'], [firstUpdate], [first])), now)).toBe(second);
    expect(keyOf(moved(told(['invitation'], [firstUpdate], [first], [second])), now)).toBe(secondUpdate);
    expect(keyOf(moved(told(['invitation'], [first])), now)).toBe(secondUpdate);
    expect(keyOf(moved(told(['invitation', 'skipped'])), now)).toBe(secondUpdate);
  });

  it('cancels what the lead was sent last, and takes back what is still to be taken back', () => {
    const cancelled = { status: 'cancelled', cancelledAt: at('09:15') };
    expect(keyOf(moved(told(['invitation']), cancelled), now)).toBe(first);
    expect(keyOf(moved(told(['invitation'], [first]), cancelled), now)).toBeNull();
    expect(keyOf(moved(told(['invitation'], [first], [secondUpdate]), cancelled), now)).toBe('cancellation');
    expect(keyOf(moved(told(['invitation']), { ...cancelled, inviteLead: false }), now)).toBeNull();
  });
});

describe('what follows a booking', () => {
  it('is the invitation first, then the reminder in its time, then the end, then whether it was held', () => {
    expect(keyOf(facts())).toBe('invitation');
    const invited = facts({ notices: told(['invitation']) });
    expect(planBooking(invited, NOW)).toMatchObject({ work: null, sleepUntil: at('11:00'), closed: false });
    expect(keyOf(invited, at('11:00'))).toBe(REMINDER);
    const reminded = facts({ notices: told(['invitation'], [REMINDER]) });
    expect(planBooking(reminded, at('11:01')).sleepUntil).toEqual(at('12:30'));
    expect(planBooking(reminded, at('12:31')).sleepUntil).toEqual(new Date('2026-12-02T12:30:00Z'));
    expect(planBooking(reminded, new Date('2026-12-02T12:30:00Z')).closed).toBe(true);
  });

  it('is nothing to the lead of a silent booking', () => {
    const silent = facts({ inviteLead: false });
    expect(planBooking(silent, NOW)).toMatchObject({ work: null, sleepUntil: at('12:30') });
    expect(keyOf({ ...silent, status: 'cancelled', cancelledAt: NOW })).toBeNull();
  });

  it('follows a new time: its own update, its own reminder, and none of the old ones', () => {
    const moved = facts({
      startsAt: at('15:00'),
      endsAt: at('15:30'),
      rescheduledAt: at('08:30'),
      notices: told(['invitation'], [REMINDER]),
    });
    expect(keyOf(moved, at('08:30'))).toBe(`update/${at('08:30').getTime()}`);
    const updated = { ...moved, notices: told(['invitation'], [REMINDER], [`update/${at('08:30').getTime()}`]) };
    expect(planBooking(updated, at('08:31')).sleepUntil).toEqual(at('14:00'));
    expect(keyOf(updated, at('14:00'))).toBe(`reminder/email/60/${at('15:00').getTime()}`);
  });

  it('tells a cancellation only to those who were invited, and then ends', () => {
    const cancelled = { status: 'cancelled', cancelledAt: at('09:00') };
    expect(keyOf(facts({ ...cancelled, notices: told(['invitation']) }), at('09:00'))).toBe('cancellation');
    expect(keyOf(facts({ ...cancelled, notices: told(['invitation', 'unknown']) }), at('09:00'))).toBe('cancellation');
    for (const notices of [told(), told(['invitation', 'failed'])]) {
      expect(planBooking(facts({ ...cancelled, notices }), at('09:00'))).toMatchObject({ work: null, closed: true });
    }
    // A user who cancels may ask for silence.
    expect(keyOf(facts({ ...cancelled, inviteLead: false, notices: told(['invitation']) }), at('09:00'))).toBeNull();
    const done = facts({ ...cancelled, notices: told(['invitation'], ['cancellation']) });
    expect(planBooking(done, at('09:00'))).toMatchObject({ work: null, closed: true });
  });

  it('passes over a reminder that was due before anybody had booked, and what would come after the start', () => {
    const late = facts({ createdAt: at('11:30'), notices: told(['invitation']) });
    expect(planBooking(late, at('11:30')).work).toMatchObject({ kind: 'skip', reason: 'due_before_booking' });
    expect(planBooking(facts(), at('12:00')).work).toMatchObject({ kind: 'skip', reason: 'too_late' });
  });

  it('waits as a refusal asks, and gives up after six', () => {
    const refused = (attempts: number, retryAt: Date | null) =>
      facts({
        notices: new Map([['invitation', { status: 'queued', reason: 'smtp_421', attempts, retryAt, pending: true }]]),
      });
    expect(planBooking(refused(1, at('08:05')), NOW)).toMatchObject({ work: null, sleepUntil: at('08:05') });
    expect(keyOf(refused(1, at('08:05')), at('08:05'))).toBe('invitation');
    expect(planBooking(refused(48, null), NOW).work).toMatchObject({ kind: 'skip', reason: 'refused_too_often' });
  });

  it('takes back what waits and is overtaken, before anything else, and nothing that may be leaving', () => {
    const cancelled = { status: 'cancelled', cancelledAt: at('08:30') };
    for (const change of [cancelled, { inviteLead: false }, { rescheduledAt: at('08:30') }, { status: 'completed' }]) {
      const overtaken = facts({ notices: told(['invitation', 'queued']), ...change });
      expect(planBooking(overtaken, at('08:45')).work).toEqual({ kind: 'take_back', key: 'invitation' });
      const leaving = facts({ notices: told(['invitation', 'sending']), ...change });
      expect(planBooking(leaving, at('08:45')).work?.kind).not.toBe('take_back');
    }
    expect(keyOf(facts({ notices: told(['invitation', 'queued']) }))).toBe('invitation');
  });

  it('never sends again what may have left', () => {
    for (const status of ['sent', 'delivered', 'read', 'unknown', 'failed', 'skipped', 'cancelled']) {
      expect(keyOf(facts({ notices: told(['invitation', status]) }))).toBeNull();
    }
  });

  it('keeps trying the calendar without keeping mails from leaving', () => {
    const calendar = { kind: 'due' as const, at: NOW, state: 'waits', what: 'write' as const, linkUntil: null };
    expect(keyOf(facts({ calendar }))).toBe('invitation');
    const invited = { notices: told(['invitation']) };
    expect(planBooking(facts({ calendar, ...invited }), NOW).work).toEqual({ kind: 'calendar', what: 'write' });
    const later = { ...calendar, at: at('08:10') };
    expect(planBooking(facts({ calendar: later, ...invited }), NOW).sleepUntil).toEqual(at('08:10'));
  });

  it('sends the invitation after the link of its conference, or without it after a while', () => {
    const calendar = { kind: 'due' as const, at: NOW, state: 'waits', what: 'write' as const, linkUntil: at('08:10') };
    expect(planBooking(facts({ calendar }), NOW).work).toEqual({ kind: 'calendar', what: 'write' });
    const failed = { ...calendar, at: at('08:30') };
    const waiting = planBooking(facts({ calendar: failed }), NOW);
    expect([waiting.work, waiting.sleepUntil]).toEqual([null, at('08:10')]);
    expect(planBooking(facts({ calendar: failed }), at('08:10')).work).toMatchObject({
      kind: 'notice',
      notice: { key: 'invitation' },
    });
  });

  it('writes to a lead that did not come, once', () => {
    const missed = facts({ status: 'no_show', notices: told(['invitation']) });
    expect(keyOf(missed, at('13:00'))).toBe('no_show');
    const written = { ...missed, notices: told(['invitation'], ['no_show']) };
    expect(planBooking(written, at('13:00'))).toMatchObject({ work: null, closed: true });
  });

  it('shows all of it as a table', () => {
    const { details } = planBooking(facts({ calendar: { kind: 'settled', state: 'synced', written: true } }), NOW);
    expect(details.split('\n')).toEqual([
      '| what | when | state |',
      '|---|---|---|',
      '| calendar entry |  | synced |',
      '| invitation | 2026-11-25T08:00:00.000Z | waits |',
      '| reminder 60 min before, email | 2026-11-25T11:00:00.000Z | waits |',
      '| meeting | 2026-11-25T12:00:00.000Z | scheduled |',
    ]);
  });

  it('always ends, doing nothing twice, whatever state the meeting is in', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('scheduled', 'confirmed', 'completed', 'cancelled', 'no_show'),
        fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 4 }),
        fc.boolean(),
        fc.boolean(),
        (status, minutes, inviteLead, moved) => {
          const notices = new Map<string, NoticeState>();
          const given = facts({
            status,
            inviteLead,
            notices,
            rescheduledAt: moved ? at('08:00') : null,
            cancelledAt: status === 'cancelled' ? at('08:00') : null,
            reminders: minutes.map((minutes_before) => ({ minutes_before, channel: 'email', template_id: null })),
          });
          let now = NOW;
          for (let turns = 0; turns < 50; turns += 1) {
            const { work, sleepUntil, closed } = planBooking(given, now);
            if (closed) return;
            if (work?.kind === 'notice' || work?.kind === 'skip') {
              expect(notices.has(work.notice.key)).toBe(false);
              const state = work.kind === 'skip' ? 'skipped' : 'sent';
              notices.set(work.notice.key, { status: state, reason: null, attempts: 1, retryAt: null, pending: false });
            } else {
              expect(sleepUntil !== null && sleepUntil > now).toBe(true);
              now = sleepUntil as Date;
            }
          }
          throw new Error('it never ended');
        },
      ),
    );
  });
});
