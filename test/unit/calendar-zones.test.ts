import { describe, expect, it } from '@jest/globals';
import { readCalendarObject } from '../../domain/meetings/calendar-busy.js';
import { busyIn, event, file, problemsOf } from '../support/calendar-texts.js';

describe('a time zone', () => {
  it.each([
    ...[
      ['W. Europe Standard Time', '08'],
      ['W. Europe Daylight Time', '08'],
      ['Romance Standard Time 1', '08'],
    ],
    ...[
      ['Tokyo Standard Time', '00'],
      ['tokyo standard time', '00'],
      ['India Standard Time', '03:30'],
      ['UTC', '09'],
    ],
    ...[
      ['Pacific Standard Time (Mexico)', '17'],
      ['E. South America Standard Time', '12'],
      ['UTC-02', '11'],
    ],
    ...[
      ['/mozilla.org/20070129_1/America/Argentina/Buenos_Aires', '12'],
      ['/citadel.org/20190914_1/Europe/London', '09'],
    ],
    ...[
      ['/freeassociation.sourceforge.net/Tzfile/Europe/Berlin', '08'],
      ['/softwarestudio.org/Olson_20011030_5/America/New_York', '14'],
    ],
    ...[
      ['tzone://Microsoft/Utc', '09'],
      ['europe/berlin', '08'],
      ['Europe / Berlin', '08'],
      ['America/New York', '14'],
    ],
    ...[
      ['"Amsterdam, Belgrade, Berlin, Brussels"', '08'],
      ['"Sarajevo/Warsaw/Zagreb"', '08'],
      ['"Osaka, Sapporo, Tokyo"', '00'],
    ],
    ...[
      ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', '08'],
      ['"(GMT+01.00) Sarajevo/Warsaw/Zagreb"', '08'],
    ],
    ...[
      ['"(UTC-05:00) Eastern Time (US & Canada)"', '14'],
      ['"(UTC-08:00) Pacific Time (US & Canada)"', '17'],
    ],
    ...[
      ['"(UTC-03:00) Brasilia"', '12'],
      ['"(UTC) Dublin, Edinburgh, Lisbon, London"', '09'],
      ['"(UTC-10:00) Hawaii"', '19'],
    ],
    ...[
      ['"(UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi"', '01'],
      ['"(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi"', '03:30'],
    ],
    ...[
      ['GMT+0100', '08'],
      ['GMT+1', '08'],
      ['UTC-5', '14'],
      ['UTC+05:30', '03:30'],
      ['+0200', '07'],
      ['(UTC+01:00)', '08'],
    ],
    ...[
      ['Etc/GMT-1', '08'],
      ['Asia/Calcutta', '03:30'],
      ['US/Eastern', '14'],
      ['Europe/Kiev', '07'],
      ['EST5EDT', '14'],
      ['CEST', '08'],
      ['PST', '17'],
    ],
    ...[
      ['Europe/Berlin (CET)', '08'],
      ['Coordinated Universal Time', '09'],
      ['"Greenwich Mean Time : Dublin, London"', '09'],
    ],
  ])('is known without a VTIMEZONE as %s', (tzid, hour) => {
    const start = `02T${hour.padEnd(5, ':00')}`;
    const text = event(`DTSTART;TZID=${tzid}:20261202T090000`, 'DURATION:PT1M');
    expect([busyIn(text).map((each) => each.slice(0, 8)), problemsOf(text)]).toEqual([[start], []]);
  });

  it.each(['Customized Time Zone', 'Middle-earth/Shire', '\u5927\u962a', ''])(
    'is the host’s where it isn’t known: %s',
    (tzid) => {
      const text = event(`DTSTART;TZID=${tzid}:20261202T090000`, 'DURATION:PT1H');
      expect(busyIn(text, 'Europe/Madrid')).toEqual(['02T08:00/02T09:00']);
      const expected =
        tzid === ''
          ? []
          : [`The time zone “${tzid}” is unknown; its times are read in the host’s zone, Europe/Madrid.`];
      expect(problemsOf(text)).toEqual(expected);
    },
  );

  it('is the one whose rules come along, where its name says nothing, or the location that they name', () => {
    const rules = (...more: string[]) => [
      ...['BEGIN:VTIMEZONE', 'TZID:Customized Time Zone', ...more, 'BEGIN:STANDARD', 'DTSTART:16010101T030000'],
      ...['TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500', 'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11', 'END:STANDARD'],
      ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400'],
      ...['RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
    ];
    const entry = (date: string) => [
      'BEGIN:VEVENT',
      `DTSTART;TZID="Customized Time Zone":${date}`,
      'DURATION:PT1H',
      'END:VEVENT',
    ];
    expect(busyIn(file(...rules(), ...entry('20261202T090000')))).toEqual(['02T14:00/02T15:00']);
    const located = rules('X-LIC-LOCATION:Asia/Tokyo');
    expect(busyIn(file(...located, ...entry('20261202T090000')))).toEqual(['02T00:00/02T01:00']);
    const summer = readCalendarObject(file(...rules(), ...entry('20260702T090000')), {
      from: new Date('2026-07-01'),
      to: new Date('2026-07-05'),
      timezone: 'UTC',
    });
    expect(summer.occurrences[0]?.startsAt.toISOString()).toBe('2026-07-02T13:00:00.000Z');
  });
});
