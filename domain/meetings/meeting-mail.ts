import { DateTime, IANAZone } from 'luxon';
import type { Language } from '../../schemas/agents/talking.js';
import { ENGLISH_READER, type Reader } from '../values/reader.js';
import type { NoticeKind } from './booking-tasks.js';
import { MEETING_WORDS } from './words/index.js';
import type { MeetingWords } from './words/meeting-words.js';

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

/** Writes a meeting's day and time as people say it, in one zone and for one reader. */
export function meetingTime(startsAt: Date, endsAt: Date, timezone: string, reader: Reader = ENGLISH_READER) {
  const zone = IANAZone.isValidZone(timezone) ? timezone : 'UTC';
  const local = (at: Date) => DateTime.fromJSDate(at, { zone }).setLocale(reader.locale);
  const [start, end] = [startsAt, endsAt].map((at) => local(at).toLocaleString(DateTime.TIME_SIMPLE));
  return {
    date: local(startsAt).toLocaleString(DateTime.DATE_HUGE),
    start: start as string,
    time: `${start}${MEETING_WORDS[reader.language].until}${end}`,
    zone: zone.replaceAll('_', ' '),
  };
}

/** Describes where a meeting takes place, in one line. */
export function meetingLocation(locationType: string, details: string | null, language: Language = 'en'): string {
  const known: Record<string, string> = MEETING_WORDS[language].locations;
  return [known[locationType] ?? locationType, details].filter(Boolean).join(': ');
}

/** Returns the variables `meeting.*` of templates. */
export function meetingVariables(facts: MeetingFacts, reader: Reader): Record<string, unknown> {
  const { date, time, zone } = meetingTime(facts.startsAt, facts.endsAt, facts.timezone, reader);
  return {
    title: facts.title,
    description: facts.description,
    starts_at: facts.startsAt.toISOString(),
    ends_at: facts.endsAt.toISOString(),
    duration_minutes: facts.durationMinutes,
    date,
    time,
    zone,
    timezone: facts.timezone,
    place: meetingLocation(facts.locationType, facts.locationDetails, reader.language),
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

/** Notices of meetings that take place: they say where, and link to the meeting's page. */
const LIVE: readonly NoticeKind[] = ['invitation', 'update', 'withdrawal', 'reminder'];

/** Returns the mail about a meeting that an account hasn't written a template of its own for. */
export function meetingMail(kind: NoticeKind, language: Language): MailTemplate {
  const { mail, labels }: MeetingWords = MEETING_WORDS[language];
  const { subject, says } = mail.notices[kind];
  const live = LIVE.includes(kind);
  const name = '{% if lead.first_name != blank %} {{ lead.first_name }}{% endif %}';
  const greeting = mail.greeting.replace('{name}', name);
  const rows: [label: string, value: string, shownIf?: string][] = [
    ['', '{{ meeting.title }}'],
    [labels.when, '{{ meeting.date }}, {{ meeting.time }} ({{ meeting.zone }})'],
    ...(live ? ([[labels.where, '{{ meeting.place }}']] as [string, string][]) : []),
    ...(live ? ([[labels.join, '{{ meeting.url }}', 'meeting.url']] as [string, string, string][]) : []),
    [labels.with, '{{ meeting.host_name }}', 'meeting.host_name'],
  ];
  const when = (shownIf: string | undefined, text: string) =>
    shownIf ? `{% if ${shownIf} %}${text}{% endif %}` : text;
  const textRows = rows.map(([label, value, shownIf]) => when(shownIf, `${label ? `${label}: ` : ''}${value}\n`));
  const htmlRows = rows.map(([label, value, shownIf]) => {
    const cell = shownIf === 'meeting.url' ? `<a href="${value}">${value}</a>` : value;
    return when(shownIf, label ? `${label}: ${cell}<br>` : `<strong>${cell}</strong><br>`);
  });
  const html = `<p>${greeting}</p>\n<p>${says}</p>\n<p>${htmlRows.join('\n')}</p>${
    live ? `\n<p><a href="{{ meeting.page_url }}">${mail.link}</a></p>` : ''
  }`;
  return {
    subject: `${subject}: {{ meeting.title }}`,
    text: `${greeting}\n\n${says}\n\n${textRows.join('')}${live ? `\n${mail.link}:\n{{ meeting.page_url }}\n` : ''}`,
    html: language === 'en' ? html : `<div lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}>${html}</div>`,
  };
}
