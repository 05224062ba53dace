/** The answer of a calendar program. Times have their parameters in front, such as `:20261201T100000Z`. */
export interface CalendarAnswerFields {
  uid: string;
  method?: string;
  partstat?: string;
  attendee?: string;
  attendeeParams?: string;
  comment?: string;
  sequence?: number;
  start?: string;
  end?: string;
}

/** Writes the calendar part by which an attendee answers an invitation (RFC 5546). */
export const answerCalendar = ({ uid, ...more }: CalendarAnswerFields): string =>
  [
    ...['BEGIN:VCALENDAR', 'PRODID:-//Calendar program//EN', 'VERSION:2.0', `METHOD:${more.method ?? 'REPLY'}`],
    ...['BEGIN:VEVENT', `UID:${uid}`, `SEQUENCE:${more.sequence ?? 0}`, 'DTSTAMP:20261128T110000Z'],
    `DTSTART${more.start ?? ':20261201T090000Z'}`,
    `DTEND${more.end ?? ':20261201T093000Z'}`,
    'ORGANIZER;CN=Hanna:mailto:hanna@host.example',
    `ATTENDEE;CN=Ana Ruiz;PARTSTAT=${more.partstat ?? 'NEEDS-ACTION'}${more.attendeeParams ?? ''}:mailto:${more.attendee ?? 'ana@lead.example'}`,
    ...(more.comment === undefined ? [] : [`COMMENT:${more.comment}`]),
    ...['SUMMARY:First talk with Ana', 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');
