import { describe, expect, it } from '@jest/globals';
import { type GraphEvent, MEETING_PROPERTY, readGraphEvents } from '../../domain/meetings/graph-events.js';

const RANGE = {
  from: new Date('2026-12-01T00:00:00Z'),
  to: new Date('2027-01-01T00:00:00Z'),
  timezone: 'Europe/Madrid',
};
const time = (dateTime: string, timeZone = 'UTC') => ({ dateTime: `${dateTime}:00.0000000`, timeZone });
const event = (more: GraphEvent = {}): GraphEvent => ({
  id: 'id-1',
  iCalUId: 'uid-1',
  subject: 'Secret',
  start: time('2026-12-02T09:00'),
  end: time('2026-12-02T10:00'),
  showAs: 'busy',
  ...more,
});
const read = (...events: GraphEvent[]) => readGraphEvents(events, RANGE);
const busy = (...events: GraphEvent[]) =>
  read(...events)
    .occurrences.filter((each) => each.busy)
    .map(({ startsAt, endsAt }) => `${startsAt.toISOString().slice(5, 16)}/${endsAt.toISOString().slice(5, 16)}`);

describe('events of a calendar view', () => {
  it('are read in UTC, in zones of Windows and IANA, and across a change of clocks', () => {
    const zoned = (timeZone: string, day = '2026-12-02') =>
      event({
        start: time(`${day}T09:00`, timeZone),
        end: time(`${day}T10:00`, timeZone),
      });
    expect(busy(event())).toEqual(['12-02T09:00/12-02T10:00']);
    expect(busy(zoned('W. Europe Standard Time'))).toEqual(['12-02T08:00/12-02T09:00']);
    expect(busy(zoned('America/New_York'))).toEqual(['12-02T14:00/12-02T15:00']);
    expect(busy(zoned('India Standard Time'))).toEqual(['12-02T03:30/12-02T04:30']);
  });

  it.each([
    ['free', []],
    ['workingElsewhere', []],
    ['tentative', ['12-02T09:00/12-02T10:00']],
    ['oof', ['12-02T09:00/12-02T10:00']],
    ['unknown', ['12-02T09:00/12-02T10:00']],
  ])('that are shown as %s take %j', (showAs, times) => {
    expect(busy(event({ showAs }))).toEqual(times);
  });

  it('take no time when they are cancelled, declined or without length', () => {
    expect(busy(event({ isCancelled: true }))).toEqual([]);
    expect(busy(event({ responseStatus: { response: 'declined' } }))).toEqual([]);
    expect(busy(event({ responseStatus: { response: 'tentativelyAccepted' } }))).toHaveLength(1);
    expect(busy(event({ end: time('2026-12-02T09:00') }))).toEqual([]);
  });

  it('that last whole days take those of the host, in whichever zone their midnight is written', () => {
    const day = { isAllDay: true, originalStartTimeZone: 'Pacific Standard Time' };
    const written = event({ ...day, start: time('2026-12-24T00:00'), end: time('2026-12-26T00:00') });
    expect(busy(written)).toEqual(['12-23T23:00/12-25T23:00']);
    const converted = event({ ...day, start: time('2026-12-24T08:00'), end: time('2026-12-26T08:00') });
    expect(busy(converted)).toEqual(['12-23T23:00/12-25T23:00']);
  });

  it('carry the ID of the meeting that they were written for, else their iCalendar UID', () => {
    const own = { singleValueExtendedProperties: [{ id: MEETING_PROPERTY.toLowerCase(), value: 'meeting-1' }] };
    expect(read(event(own), event()).occurrences.map(({ uid }) => uid)).toEqual(['meeting-1', 'uid-1']);
  });

  it('outside of the range are left out', () => {
    expect(busy(event({ start: time('2026-11-30T09:00'), end: time('2026-12-01T00:00') }))).toEqual([]);
    expect(busy(event({ start: time('2026-11-30T09:00'), end: time('2026-12-01T00:30') }))).toHaveLength(1);
  });

  it("that can't be read completely are listed, with what can be read of them", () => {
    const { occurrences, problems } = read(
      event({ end: time('2026-12-02T08:00') }),
      event({ id: 'id-2', start: 'soon', end: null, subject: 7 }),
      event({ id: 'id-3', start: time('2026-12-02T09:00', 'Mars Standard Time'), end: undefined }),
    );
    expect(occurrences.map(({ startsAt, endsAt }) => [startsAt.toISOString(), endsAt.toISOString()])).toEqual([
      ['2026-12-02T08:00:00.000Z', '2026-12-02T09:00:00.000Z'],
      ['2026-12-02T09:00:00.000Z', '2026-12-02T10:00:00.000Z'],
    ]);
    expect(problems.map(({ ref, summary, reason }) => [ref, summary, reason])).toEqual([
      ['id-1', 'Secret', 'The end is before the start.'],
      ['id-2', null, "The start isn't a date and time. The end isn't a date and time."],
      [
        'id-3',
        'Secret',
        "The time zone “Mars Standard Time” is unknown; its times are read in the host’s zone, Europe/Madrid. The end isn't a date and time.",
      ],
    ]);
  });
});
