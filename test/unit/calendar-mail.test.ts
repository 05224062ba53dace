import { describe, expect, it } from '@jest/globals';
import { answerInSubject } from '../../domain/inbound/calendar-answer-words.js';
import { personsWords, readCalendarMail } from '../../domain/inbound/calendar-mail.js';
import { readInboundEmail } from '../../domain/inbound/inbound-email.js';
import { answerCalendar } from '../support/calendar-answers.js';

const TITLE = 'First talk with Ana';
const NOW = new Date('2026-11-28T12:00:00Z');

describe('an answer in a subject', () => {
  it.each([
    ['accepted', 'Accepted: First talk with Ana'],
    ['accepted', 'Accepted: First talk with Ana @ Tue Dec 1, 2026 10am - 10:30am (CET) (ana@lead.example)'],
    ['accepted', 'Ana Ruiz accepted: First talk with Ana'],
    ['accepted', 'Ana Ruiz has accepted the event - First talk with Ana'],
    ['accepted', 'Event Invitation Reply (Accepted): First talk with Ana'],
    ['accepted', 'Accept: First talk with Ana'],
    ['accepted', 'Accepted invitation: "First talk with Ana"'],
    ['accepted', 'Zugesagt: First talk with Ana'],
    ['accepted', 'Zusage: First talk with Ana'],
    ['accepted', 'Aceptada: First talk with Ana'],
    ['accepted', 'Aceptado: First talk with Ana'],
    ['accepted', 'Accepté : First talk with Ana'],
    ['accepted', 'Acceptée: First talk with Ana'],
    ['accepted', 'Accettato: First talk with Ana'],
    ['accepted', 'Aceite: First talk with Ana'],
    ['accepted', 'Aceito: First talk with Ana'],
    ['accepted', 'Geaccepteerd: First talk with Ana'],
    ['accepted', 'Accepterat: First talk with Ana'],
    ['accepted', 'Hyväksytty: First talk with Ana'],
    ['accepted', 'Zaakceptowano: First talk with Ana'],
    ['accepted', 'Принято: First talk with Ana'],
    ['accepted', '承諾: First talk with Ana'],
    ['accepted', '已接受: First talk with Ana'],
    ['accepted', '수락됨: First talk with Ana'],
    ['declined', 'Declined: First talk with Ana'],
    ['declined', 'Invitation Declined: First talk with Ana'],
    ['declined', 'Ana Ruiz has declined your invitation: First talk with Ana'],
    ['declined', 'Abgelehnt: First talk with Ana'],
    ['declined', 'Absage: First talk with Ana'],
    ['declined', 'Rechazada: First talk with Ana'],
    ['declined', 'Refusé : First talk with Ana'],
    ['declined', 'Rifiutato: First talk with Ana'],
    ['declined', 'Recusado: First talk with Ana'],
    ['declined', 'Geweigerd: First talk with Ana'],
    ['declined', 'Avböjt: First talk with Ana'],
    ['declined', 'Odrzucono: First talk with Ana'],
    ['declined', 'Отклонено: First talk with Ana'],
    ['declined', '辞退: First talk with Ana'],
    ['declined', '已拒绝: First talk with Ana'],
    ['tentative', 'Tentative: First talk with Ana'],
    ['tentative', 'Tentatively Accepted: First talk with Ana'],
    ['tentative', 'Maybe: First talk with Ana'],
    ['tentative', 'Mit Vorbehalt: First talk with Ana'],
    ['tentative', 'Mit Vorbehalt zugesagt: First talk with Ana'],
    ['tentative', 'Provisional: First talk with Ana'],
    ['tentative', 'Quizás: First talk with Ana'],
    ['tentative', 'Peut-être: First talk with Ana'],
    ['tentative', 'Provvisorio: First talk with Ana'],
    ['tentative', 'Provisório: First talk with Ana'],
    ['tentative', 'Voorlopig: First talk with Ana'],
    ['tentative', '仮承諾: First talk with Ana'],
    ['tentative', '暂定: First talk with Ana'],
    ['proposed', 'New Time Proposed: First talk with Ana'],
    ['proposed', 'Proposed new time: First talk with Ana'],
    ['proposed', 'Countered: First talk with Ana'],
    ['proposed', 'Neue Zeit vorgeschlagen: First talk with Ana'],
    ['proposed', 'Nueva hora propuesta: First talk with Ana'],
    ['proposed', 'Nouvelle heure proposée : First talk with Ana'],
    ['proposed', 'Nuovo orario proposto: First talk with Ana'],
  ])('is %s: %s', (answer, subject) => {
    expect(answerInSubject(subject)).toMatchObject({ answer, rest: expect.stringMatching(/^first talk with ana/) });
  });

  it.each([
    'Re: Accepted: First talk with Ana',
    'RE: Declined: First talk with Ana',
    'I never accepted: First talk with Ana',
    'Not accepted: First talk with Ana',
    'Accepting new customers',
    'Declines in revenue',
    'Maybeline products',
    'First talk with Ana',
    'Accepted:',
    '',
  ])('is none: %s', (subject) => {
    expect(answerInSubject(subject)).toBeNull();
  });
});

describe('the calendar part of a mail', () => {
  const read = (fields: Parameters<typeof answerCalendar>[0], text = '') =>
    readCalendarMail(answerCalendar(fields), { from: 'ana@lead.example', text });

  it.each([
    ['ACCEPTED', 'accepted'],
    ['DECLINED', 'declined'],
    ['TENTATIVE', 'tentative'],
    ['NEEDS-ACTION', null],
    ['DELEGATED', null],
  ])('reads PARTSTAT=%s as %s', (partstat, answer) => {
    expect(read({ uid: 'u-1', partstat })).toMatchObject({ method: 'REPLY', uid: 'u-1', answer, comment: null });
  });

  it('reads another time that is proposed, in the zone that the calendar describes', () => {
    const times = {
      start: ';TZID="W. Europe Standard Time":20261202T160000',
      end: ';TZID="W. Europe Standard Time":20261202T163000',
    };
    expect(read({ uid: 'u-1', method: 'COUNTER', partstat: 'TENTATIVE', ...times })).toMatchObject({
      answer: 'proposed',
      proposed: { startsAt: new Date('2026-12-02T15:00:00Z'), endsAt: new Date('2026-12-02T15:30:00Z') },
    });
  });

  it('reads what the person adds, from the calendar or from the body, and not what programs write', () => {
    expect(read({ uid: 'u', partstat: 'DECLINED', comment: 'I am ill\\, sorry' })?.comment).toBe('I am ill, sorry');
    const param = { uid: 'u', partstat: 'DECLINED', attendeeParams: ';X-RESPONSE-COMMENT="Not this week^nsorry"' };
    expect(read(param)?.comment).toBe('Not this week\nsorry');
    expect(read({ uid: 'u', partstat: 'DECLINED' }, 'Please ring me instead.')?.comment).toBe(
      'Please ring me instead.',
    );
    for (const text of [
      'Ana Ruiz has declined this invitation.',
      'Ana Ruiz hat die Einladung abgelehnt.',
      'Ana Ruiz ha rechazado la invitación.',
      'Ana Ruiz has accepted your event invitation.\n\nWhen: Tuesday 10:00\nWhere: Zoom\n*~*~*~*~*~*~*~*~*~*\nOur invitation text',
      'Ana a refusé cette invitation\n\nhttps://calendar.google.com/calendar/event?eid=1',
      '________________________________\nhttps://teams.example/l/1\n',
      '-----Original Appointment-----\nFrom: Us\nSubject: First talk',
      TITLE,
    ]) {
      expect(read({ uid: 'u', partstat: 'DECLINED' }, text)?.comment).toBeNull();
    }
  });

  it('finds its own UID in one that Outlook has wrapped', () => {
    const inner = `${Buffer.from('vCal-Uid').toString('hex')}01000000${Buffer.from('0197-id').toString('hex')}00`;
    expect(read({ uid: `040000008200E00074C5B7101A82E008${'0'.repeat(40)}${inner}`, partstat: 'ACCEPTED' })?.uid).toBe(
      '0197-id',
    );
  });

  it('is nothing without an event, and never throws', () => {
    for (const calendar of ['', 'BEGIN:VCALENDAR', 'METHOD:REPLY', '\0', 'BEGIN:VEVENT\nUID:x\nEND:VEVENT']) {
      expect(() => readCalendarMail(calendar, { from: null, text: '' })).not.toThrow();
    }
    expect(readCalendarMail('BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR', { from: null, text: '' })).toBeNull();
  });
});

it('takes linear time for long subjects, bodies and calendars', () => {
  for (const text of [
    'a'.repeat(100_000),
    'ana '.repeat(50_000),
    'accepted '.repeat(20_000),
    '-'.repeat(100_000),
    '\n---'.repeat(20_000),
  ]) {
    answerInSubject(text);
    personsWords(text);
    readInboundEmail({ event_id: 'e', type: 'reply', from: 'a@b.example', subject: text, text, calendar: text }, NOW);
  }
});
