import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ICAL from 'ical.js';
import {
  type CalendarMeeting,
  calendarEntry,
  feedCalendar,
  invitationCalendar,
} from '../../domain/meetings/icalendar.js';

const MEETING: CalendarMeeting = {
  uid: '0197a8a0-0000-7000-8000-000000000001',
  sequence: 3,
  title: 'Demo, with; signs \\ and é',
  description: 'First line\nsecond line',
  location: 'Calle Mayor 1, Madrid',
  url: 'https://example.com/m/abc',
  startsAt: new Date('2026-10-25T08:30:00Z'),
  endsAt: new Date('2026-10-25T09:15:00Z'),
  timezone: 'Europe/Madrid',
  cancelled: false,
  organizer: { name: 'Hugo Host', email: 'hugo@example.com' },
  sentBy: 'sales@example.com',
  attendees: [{ name: 'Ada Lovelace', email: 'ada@example.com', accepted: false }],
  createdAt: new Date('2026-10-01T08:00:00Z'),
  updatedAt: new Date('2026-10-02T08:00:00Z'),
};

const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const component = calendar.getFirstSubcomponent('vevent') as ICAL.Component;
  return { calendar, component, event: new ICAL.Event(component) };
};

const logical = (text: string) => text.replace(/\r\n[ \t]/g, '').split('\r\n');

describe('an invitation', () => {
  it('reads the same in another library: time, zone, people, state', () => {
    const { calendar, component, event } = read(invitationCalendar(MEETING));
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
    expect([event.uid, event.sequence, event.summary]).toEqual([MEETING.uid, 3, MEETING.title]);
    expect([event.description, event.location]).toEqual([MEETING.description, MEETING.location]);
    expect(event.startDate.toJSDate()).toEqual(MEETING.startsAt);
    expect(event.endDate.toJSDate()).toEqual(MEETING.endsAt);
    expect(component.getFirstProperty('dtstart')?.getParameter('tzid')).toBe('Europe/Madrid');
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
    const organizer = component.getFirstProperty('organizer');
    expect([organizer?.getFirstValue(), organizer?.getParameter('cn'), organizer?.getParameter('sent-by')]).toEqual([
      'mailto:hugo@example.com',
      'Hugo Host',
      'mailto:sales@example.com',
    ]);
    const [attendee] = component.getAllProperties('attendee');
    expect(String(attendee?.getFirstValue()).toLowerCase()).toBe('mailto:ada@example.com');
    expect([attendee?.getParameter('partstat'), attendee?.getParameter('rsvp')]).toEqual(['NEEDS-ACTION', 'TRUE']);
  });

  it('carries the rules of its zone, and stamps in UTC', () => {
    const text = invitationCalendar(MEETING);
    expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/Madrid');
    expect(text).toContain('DTSTART;TZID=Europe/Madrid:20261025T093000');
    expect(text).toContain('DTSTAMP:20261002T080000Z');
  });

  it('tells a zone by today’s name, and an unknown one or UTC in UTC', () => {
    expect(invitationCalendar({ ...MEETING, timezone: 'Asia/Calcutta' })).toContain('DTSTART;TZID=Asia/Kolkata:');
    for (const timezone of ['UTC', 'Etc/UTC', 'Nowhere/Land']) {
      const text = invitationCalendar({ ...MEETING, timezone });
      expect(text).toContain('DTSTART:20261025T083000Z');
      expect(text).not.toContain('VTIMEZONE');
    }
  });

  it('is a cancellation of the same entry once the meeting is cancelled', () => {
    const { calendar, component, event } = read(invitationCalendar({ ...MEETING, cancelled: true, sequence: 4 }));
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL');
    expect([event.uid, event.sequence, component.getFirstPropertyValue('status')]).toEqual([
      MEETING.uid,
      4,
      'CANCELLED',
    ]);
  });

  it('keeps lines at 75 bytes and ends them with CRLF', () => {
    const text = invitationCalendar({ ...MEETING, title: 'ñ'.repeat(300), description: '日本'.repeat(400) });
    const raw = text.split('\r\n');
    expect(raw.every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line))).toBe(true);
    expect(read(text).event.summary).toBe('ñ'.repeat(300));
  });
});

describe('texts of others', () => {
  const EVIL = [
    'x\r\nATTENDEE:mailto:evil@example.com',
    'x\nEND:VEVENT\nEND:VCALENDAR',
    'x\rMETHOD:CANCEL',
    'x\u2028URL:https://evil.example',
    'x\u0085ORGANIZER:mailto:evil@example.com',
    'a";CN="b:mailto:evil@example.com',
    '\u0000\u0001\u001b[31m',
    '\ud800',
    '\\n;,:',
    '\u202egnp.exe',
  ];
  const names = (text: string) =>
    logical(text)
      .map((line) => /^[A-Z-]+/.exec(line)?.[0])
      .sort();

  it('add no line, property or parameter, whatever they hold (corpus)', () => {
    const plain = names(invitationCalendar({ ...MEETING, title: 'x', location: 'x', description: 'x' }));
    for (const evil of EVIL) {
      const text = invitationCalendar({
        ...MEETING,
        title: evil,
        description: evil,
        location: evil,
        organizer: { name: evil, email: 'hugo@example.com' },
        attendees: [{ name: evil, email: 'ada@example.com', accepted: false }],
      });
      expect(names(text)).toEqual(plain);
      const { component } = read(text);
      expect(component.getAllProperties('attendee')).toHaveLength(1);
      expect(component.getFirstPropertyValue('organizer')).toBe('mailto:hugo@example.com');
      expect(read(feedCalendar(evil, [{ ...MEETING, title: evil }])).event.uid).toBe(MEETING.uid);
    }
  });

  it('add no line, property or parameter, whatever they hold (generated)', () => {
    const plain = names(invitationCalendar({ ...MEETING, title: 'x', location: 'x', description: 'x' }));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (evil) => {
        const text = invitationCalendar({
          ...MEETING,
          title: evil,
          description: evil,
          location: `.${evil}`,
          attendees: [{ name: evil, email: 'ada@example.com', accepted: false }],
        });
        const found = names(text);
        expect(found.filter((name) => name !== 'DESCRIPTION')).toEqual(plain.filter((name) => name !== 'DESCRIPTION'));
      }),
      { numRuns: 300 },
    );
  });

  it('are left out where they are no addresses', () => {
    const { component } = read(
      invitationCalendar({
        ...MEETING,
        url: 'javascript:alert(1)',
        organizer: { name: 'x', email: 'a@b.c\r\nATTENDEE:mailto:evil@example.com' },
        attendees: [{ name: 'x', email: 'no address', accepted: false }],
      }),
    );
    expect(['organizer', 'attendee', 'url'].filter((name) => component.hasProperty(name))).toEqual([]);
  });
});

describe('letters of every script', () => {
  it.each([
    ['a family of joined emoji', 'Talk 👩\u200d👩\u200d👧\u200d👦'],
    ['an emoji with a variation selector', 'Love \u2764\ufe0f, sun \u2600\ufe0e, 1\ufe0f\u20e3'],
    ['a rainbow flag and a flag of tags', '🏳\ufe0f\u200d🌈 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['Persian with a non-joiner', 'می\u200cخواهم'],
    ['Devanagari with joiners', 'क्\u200dष र्\u200cक'],
    ['Sinhala with a joiner', 'ශ්\u200dරී'],
    ['marks of direction', 'عربي\u200f (C++\u200e) \u061c1'],
    ['an ideographic variant', '葛\u{e0100}城'],
    ['a Mongolian vowel separator', 'ᠬᠠᠷ\u180eᠠ'],
  ])('stay in titles, names, places and descriptions: %s', (_what, text) => {
    const attendees = [{ name: text, email: 'ada@example.com', accepted: false }];
    const meeting = { ...MEETING, title: text, description: `${text}\n${text}`, location: text, attendees };
    const { component, event } = read(invitationCalendar(meeting));
    expect([event.summary, event.description, event.location]).toEqual([text, `${text}\n${text}`, text]);
    expect(component.getFirstProperty('attendee')?.getFirstParameter('cn')).toBe(text);
  });

  it('lose what would show them in another order, and control characters', () => {
    const text = '\u202egnp.exe\u202c \u2066a\u2069\u2067b\u2068c\u202a\u202b\u202d\ufeff\u0007\u009b';
    const { event } = read(invitationCalendar({ ...MEETING, title: text, description: text, location: text }));
    expect([event.summary, event.description, event.location]).toEqual(Array(3).fill('gnp.exe abc'));
  });
});

describe('an entry of the host’s own calendar', () => {
  it('invites nobody, so that no server sends invitations of its own', () => {
    const { calendar, component } = read(calendarEntry(MEETING));
    expect(['organizer', 'attendee'].filter((name) => component.hasProperty(name))).toEqual([]);
    expect(calendar.hasProperty('method')).toBe(false);
  });
});

describe('a feed', () => {
  it('lists every meeting with the zones they need', () => {
    const text = feedCalendar('Hugo', [MEETING, { ...MEETING, uid: 'other', timezone: 'America/New_York' }]);
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    expect(calendar.getAllSubcomponents('vevent')).toHaveLength(2);
    expect(calendar.getAllSubcomponents('vtimezone')).toHaveLength(2);
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
  });
});
