import { DateTime, IANAZone } from 'luxon';
import type { NoticeKind } from './booking-tasks.js';

/** The data of a meeting for its emails. */
export interface MeetingFacts {
  title: string;
  description: string | null;
  startsAt: Date;
  endsAt: Date;
  durationMinutes: number;
  /** The zone of the one who reads it. */
  timezone: string;
  locationType: string;
  locationDetails: string | null;
  meetingUrl: string | null;
  hostName: string | null;
  hostEmail: string | null;
  /** The page on which the lead confirms, moves or cancels. */
  pageUrl: string;
}

/** Writes a meeting's day and time as people say it, in one zone. */
export function meetingTime(startsAt: Date, endsAt: Date, timezone: string) {
  const zone = IANAZone.isValidZone(timezone) ? timezone : 'UTC';
  const local = (at: Date) => DateTime.fromJSDate(at, { zone }).setLocale('en-GB');
  const [start, end] = [local(startsAt), local(endsAt)];
  return {
    date: start.toFormat('cccc, d LLLL yyyy'),
    time: `${start.toFormat('HH:mm')} to ${end.toFormat('HH:mm')}`,
    zone: zone.replaceAll('_', ' '),
  };
}

const LOCATIONS: Record<string, string> = { video: 'Video call', phone: 'Phone call', in_person: 'In person' };

/** Says where a meeting takes place, in one line. */
export const meetingLocation = (locationType: string, details: string | null): string =>
  [LOCATIONS[locationType] ?? locationType, details].filter(Boolean).join(': ');

/** Returns the variables `meeting.*` of templates. */
export function meetingVariables(facts: MeetingFacts): Record<string, unknown> {
  return {
    title: facts.title,
    description: facts.description,
    starts_at: facts.startsAt.toISOString(),
    ends_at: facts.endsAt.toISOString(),
    duration_minutes: facts.durationMinutes,
    ...meetingTime(facts.startsAt, facts.endsAt, facts.timezone),
    timezone: facts.timezone,
    place: meetingLocation(facts.locationType, facts.locationDetails),
    url: facts.meetingUrl,
    host_name: facts.hostName,
    host_email: facts.hostEmail,
    page_url: facts.pageUrl,
  };
}

interface MailTemplate {
  subject: string;
  text: string;
  html: string;
}

const OPENING: Record<NoticeKind, { subject: string; says: string; live: boolean }> = {
  invitation: { subject: 'Invitation: {{ meeting.title }}', says: 'you are invited to a meeting.', live: true },
  update: { subject: 'New time: {{ meeting.title }}', says: 'your meeting has a new time.', live: true },
  withdrawal: {
    subject: 'New host: {{ meeting.title }}',
    says:
      'your meeting has a new host and a new time. A new invitation follows. This message removes the previous ' +
      'one from your calendar.',
    live: true,
  },
  cancellation: { subject: 'Cancelled: {{ meeting.title }}', says: 'this meeting has been cancelled.', live: false },
  reminder: { subject: 'Reminder: {{ meeting.title }}', says: 'a reminder of your meeting.', live: true },
  no_show: {
    subject: 'We missed you: {{ meeting.title }}',
    says: 'we missed you at this meeting. Reply to this email to find another time.',
    live: false,
  },
};

/** The mails about a meeting that an account hasn't written templates of its own for. */
export const MEETING_MAILS = Object.fromEntries(
  Object.entries(OPENING).map(([kind, opening]) => [kind, mailOf(opening)]),
) as Record<NoticeKind, MailTemplate>;

function mailOf({ subject, says, live }: { subject: string; says: string; live: boolean }): MailTemplate {
  const greeting = 'Hello{% if lead.first_name != blank %} {{ lead.first_name }}{% endif %},';
  const rows: [string, string][] = [
    ['', '{{ meeting.title }}'],
    ['When', '{{ meeting.date }}, {{ meeting.time }} ({{ meeting.zone }})'],
    ...(live
      ? ([
          ['Where', '{{ meeting.place }}'],
          ['Join', '{{ meeting.url }}'],
        ] as [string, string][])
      : []),
    ['With', '{{ meeting.host_name }}'],
  ];
  const shown: Record<string, string> = { Join: 'meeting.url', With: 'meeting.host_name' };
  const when = (name: string, text: string) => (shown[name] ? `{% if ${shown[name]} %}${text}{% endif %}` : text);
  const textRows = rows.map(([name, value]) => when(name, `${name ? `${name}: ` : ''}${value}\n`)).join('');
  const htmlRows = rows
    .map(([name, value]) => {
      const cell = name === 'Join' ? `<a href="${value}">${value}</a>` : value;
      return when(name, name ? `${name}: ${cell}<br>` : `<strong>${cell}</strong><br>`);
    })
    .join('\n');
  const link = 'Confirm, move or cancel it here';
  return {
    subject,
    text: `${greeting}\n\n${says}\n\n${textRows}${live ? `\n${link}:\n{{ meeting.page_url }}\n` : ''}`,
    html: `<p>${greeting}</p>\n<p>${says}</p>\n<p>${htmlRows}</p>${
      live ? `\n<p><a href="{{ meeting.page_url }}">${link}</a></p>` : ''
    }`,
  };
}
