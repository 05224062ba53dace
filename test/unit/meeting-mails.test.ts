import { describe, expect, it } from '@jest/globals';
import { meetingMail, meetingTime, meetingVariables } from '../../domain/meetings/meeting-mail.js';
import { offerMessage } from '../../domain/meetings/offer.js';
import { MEETING_WORDS } from '../../domain/meetings/words/index.js';
import { renderEmail } from '../../domain/messages/template-render.js';
import { readerOf } from '../../domain/values/reader.js';
import { LANGUAGES } from '../../schemas/agents/talking.js';
import { toCalendarMeeting } from '../../services/meetings/calendar-entry.js';

const FACTS = {
  title: 'Demo',
  description: null,
  startsAt: new Date('2030-03-04T15:00:00Z'),
  endsAt: new Date('2030-03-04T15:30:00Z'),
  durationMinutes: 30,
  timezone: 'Europe/Madrid',
  locationType: 'video',
  locationDetails: null,
  meetingUrl: 'https://meet.example.com/x',
  hostName: 'Hanna',
  hostEmail: null,
  pageUrl: 'https://las.test/m/x',
};
const KINDS = ['invitation', 'update', 'withdrawal', 'cancellation', 'reminder', 'no_show'] as const;

const written = (locale: string, kind: (typeof KINDS)[number] = 'invitation') => {
  const reader = readerOf(locale)!;
  const meeting = meetingVariables(FACTS, reader);
  const rendered = renderEmail(meetingMail(kind, reader.language), { lead: { first_name: 'Ana' }, meeting });
  if (!rendered.ok) throw new Error('The mail can not be rendered.');
  return rendered.value;
};

/** Lists the paths of all texts. */
const pathsOf = (value: object, at = ''): string[] =>
  Object.entries(value).flatMap(([key, each]) =>
    typeof each === 'string'
      ? [`${at}${key}:${(each.match(/\{\w+\}/g) ?? []).sort().join()}`]
      : pathsOf(each, `${at}${key}.`),
  );

describe('the mails about a meeting', () => {
  it('are written in each language of the widget, with the same values filled in', () => {
    for (const language of LANGUAGES) {
      expect(pathsOf(MEETING_WORDS[language])).toEqual(pathsOf(MEETING_WORDS.en));
      for (const kind of KINDS) {
        const { subject, text, html } = written(language, kind);
        const { says, subject: prefix } = MEETING_WORDS[language].mail.notices[kind];
        expect(subject).toBe(`${prefix}: Demo`);
        expect([text, html].every((each) => each?.includes(says) && each.includes('Ana'))).toBe(true);
        expect(`${subject}${text}${html}`).not.toMatch(/[{}]/);
      }
    }
  });

  it('name the day, the time and the place as the lead’s locale does', () => {
    expect(written('es').text).toContain(
      'Hola Ana:\n\nTienes una invitación a una reunión.\n\nDemo\n' +
        'Cuándo: lunes, 4 de marzo de 2030, 16:00 a 16:30 (Europe/Madrid)\nDónde: Videollamada\n',
    );
    expect(written('en').text).toContain('16:00 to 16:30');
    expect(written('en-US').text.replaceAll('\u202f', ' ')).toContain('Monday, March 4, 2030, 4:00 PM to 4:30 PM');
    expect(written('ar').html).toMatch(/^<div lang="ar" dir="rtl">/);
  });

  it('offer times in the language of the lead', () => {
    const slot = { from: FACTS.startsAt.getTime(), to: FACTS.endsAt.getTime() };
    const { subject, text } = offerMessage({ name: 'Demo', zone: 'Europe/Madrid' }, [slot], readerOf('fr')!);
    expect([subject, text]).toEqual([
      'Horaires pour Demo',
      'Voici les horaires disponibles pour Demo (Europe/Madrid) :\n\n- lundi 4 mars 2030, 16:00 à 16:30\n\n' +
        'Répondez avec l’horaire qui vous convient.',
    ]);
  });

  it('put texts of the same language into the lead’s calendar', () => {
    const row = { id: 'x', location_type: 'phone', meeting_url: 'https://meet.example.com/x', title: 'Demo' };
    const meeting = { ...row, former_hosts: null, additional_attendees: null } as never;
    expect(toCalendarMeeting(meeting, undefined, { language: 'de' })).toMatchObject({
      location: 'Telefonat',
      description: 'Teilnehmen: https://meet.example.com/x',
    });
  });
});

describe('a locale', () => {
  it('gives the language and the way that dates are written, where there are texts in it', () => {
    expect(['pt-BR', 'es_MX', 'EN', ' ar ', 'de-Latn-AT-u-nu-arab'].map(readerOf)).toEqual([
      { language: 'pt', locale: 'pt-BR' },
      { language: 'es', locale: 'es-MX' },
      { language: 'en', locale: 'en-GB' },
      { language: 'ar', locale: 'ar' },
      { language: 'de', locale: 'de-AT' },
    ]);
    expect(['fi', '', '*', 'a b', null, 7, {}, 'Spanish'].map(readerOf)).toEqual(Array(8).fill(undefined));
    expect(meetingTime(FACTS.startsAt, FACTS.endsAt, 'No/Zone').zone).toBe('UTC');
  });
});
