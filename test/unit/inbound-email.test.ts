import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { detectAutoReply } from '../../domain/inbound/auto-reply.js';
import { htmlReplyText } from '../../domain/inbound/html-reply.js';
import { type InboundReply, readInboundEmail } from '../../domain/inbound/inbound-email.js';
import { withoutQuotes } from '../../domain/inbound/quoted-text.js';
import { returnDay } from '../../domain/inbound/return-day.js';
import { optOutIntent } from '../../domain/leads/opt-out.js';
import { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import { cpuMs } from '../support/cpu-time.js';

const now = new Date('2026-03-02T10:00:00Z'); // a Monday
const withoutHtmlQuotes = (html: string) => withoutQuotes(htmlReplyText(html));
const A = '018f0000-0000-7000-8000-00000000000a';
const B = '018f0000-0000-7000-8000-00000000000b';
const event = (changes: Partial<EmailHookEvent>): EmailHookEvent => ({ event_id: 'e1', type: 'reply', ...changes });
const reply = (changes: Partial<EmailHookEvent>) => readInboundEmail(event(changes), now) as InboundReply;

describe('an opt-out', () => {
  it.each([
    'stop',
    'STOP',
    ' Stop. ',
    'Stop!!!',
    '"stop"',
    'Unsubscribe',
    'CANCEL',
    'baja',
    'BAJA',
    'Bajá',
    'alto',
    'parar',
    'Sair',
    'ＳＴＯＰ',
    'stop 🙏',
    'stóp',
  ])('is %j', (text) => expect(optOutIntent(text)).toBe('opt_out'));
  it.each([
    '',
    'please stop',
    "don't stop",
    'stop it',
    'stopped',
    'cancel my order',
    'bajar',
    'no',
    'non-stop',
    'stop stop',
    's top',
    'st\u043ep',
  ])('is not %j', (text) => expect(optOutIntent(text)).toBeNull());
  it('is taken back by START', () => expect(optOutIntent('Start')).toBe('opt_in'));
});

describe('the new text of a reply', () => {
  it.each([
    ['Yes please\n\nOn Mon, Mar 2, 2026 at 10:00 AM Ana <ana@x.co> wrote:\n> Hi\n> there', 'Yes please'],
    ['Yes please\r\n\r\nOn Mon, Mar 2, 2026 at 10:00 AM Ana Díaz\r\n<ana@x.co> wrote:\r\n\r\n> Hi', 'Yes please'],
    ['Sí\n\nEl lun, 2 mar 2026 a las 10:00, Ana (<ana@x.co>) escribió:\n\n> Hola', 'Sí'],
    ['Sim\n\nEm seg., 2 de mar. de 2026 às 10:00, Ana <ana@x.co> escreveu:\n> Oi', 'Sim'],
    ['Ja\n\nAm 02.03.2026 um 10:00 schrieb Ana <ana@x.co>:\n> Hallo', 'Ja'],
    ['Ok\n\n-----Original Message-----\nFrom: Ana', 'Ok'],
    ['Ok\n\n________________________________\nFrom: Ana <ana@x.co>\nSent: Monday', 'Ok'],
    ['Ok\n\nFrom: Ana <ana@x.co>\nSent: Monday, March 2\nTo: Bob\nSubject: Hi\n\nHi', 'Ok'],
    ['Ok\n\nDe: Ana <ana@x.co>\nEnviado: lunes\nPara: Bob', 'Ok'],
    ['Oui\n\nLe lun. 2 mars 2026 à 10:00, Ana <ana@x.co> a écrit\u00a0:\n> Salut', 'Oui'],
    ['Sì\n\nIl giorno lun 2 mar 2026 alle ore 10:00 Ana <ana@x.co> ha scritto:\n\n> Ciao', 'Sì'],
    ['Ja\n\nOp ma 2 mrt 2026 om 10:00 schreef Ana <ana@x.co>:\n\n> Hoi', 'Ja'],
    ['Ja\n\nAm Mo., 2. März 2026 um 10:00 Uhr schrieb Ana <ana@x.co>:\n\n> Hallo', 'Ja'],
    ['Oui\n\nDe : Ana <ana@x.co>\nEnvoyé : lundi 2 mars 2026 10:00\nÀ : Bob\nObjet : Salut', 'Oui'],
    ['Sì\n\nDa: Ana <ana@x.co>\nInviato: lunedì 2 marzo 2026 10:00\nA: Bob\nOggetto: Ciao', 'Sì'],
    ['Ja\n\nVan: Ana <ana@x.co>\nVerzonden: maandag 2 maart 2026 10:00\nAan: Bob\nOnderwerp: Hoi', 'Ja'],
    ['Ja\n\nVon: Ana <ana@x.co>\nGesendet: Montag, 2. März 2026 10:00\nAn: Bob\nBetreff: Hallo', 'Ja'],
    ['Sim\n\nDe: Ana <ana@x.co>\nEnviada em: segunda-feira, 2 de março de 2026 10:00\nPara: Bob', 'Sim'],
    ['Ok\n\n-----Messaggio originale-----\nDa: Ana', 'Ok'],
    ['Ok\n\n-----Oorspronkelijk bericht-----\nVan: Ana', 'Ok'],
    ['Stop\n\nInviato da iPhone', 'Stop'],
    ['Stop\n\nVerstuurd vanaf mijn iPhone', 'Stop'],
    ['De : rien, vraiment', 'De : rien, vraiment'],
    ['Stop\n\n-- \nBob\nCEO', 'Stop'],
    ['Stop\n\nSent from my iPhone', 'Stop'],
    ['> quoted\nInline answer\n> more', 'Inline answer'],
    ['On Mon, Mar 2, 2026 at 10:00 AM Ana <ana@x.co> wrote:\n> Hi\n> there\n\nSTOP', 'STOP'],
    ['\r\nOn 02/03/2026 10:00, Ana Díaz\r\n<ana@x.co> wrote:\r\n\r\n> Hi\r\n\r\nSTOP\r\n-- \r\nBob', 'STOP'],
    ['Am 02.03.26 um 10:00 schrieb Ana:\n> Hallo?\nJa.\n> Wann?\nMorgen.\n\n-- \nBob', 'Ja.\nMorgen.'],
    ['El 2/3/26 a las 10:00, Ana escribió:\n> Hola\n>\n> -- \n> Ana\n\nNo, gracias', 'No, gracias'],
    ['Ok\n\nOn Mon, Mar 2, 2026, Ana <ana@x.co> wrote:\n> Hi\n\nList footer', 'Ok'],
    ['On Mon, Mar 2, 2026, Ana <ana@x.co> wrote:\n\nHi, STOP', ''],
    ['On Mon, Mar 2, 2026, Ana <ana@x.co> wrote:\n> Hi\n\nSent from my iPhone', ''],
    ['On Monday I wrote a letter.\nIt was long.', 'On Monday I wrote a letter.\nIt was long.'],
    ['From: here on it is fine', 'From: here on it is fine'],
  ])('of %j is %j', (text, expected) => expect(withoutQuotes(text)).toBe(expected));

  it('leaves out what HTML marks as quoted', () => {
    const html =
      '<div>Sounds <b>good</b></div><div class="gmail_quote"><div>On Mon, Ana wrote:</div><blockquote>Hi</blockquote></div>';
    expect(withoutHtmlQuotes(html)).toBe('Sounds good');
    expect(withoutHtmlQuotes('<p>Stop</p><blockquote type="cite">Hi stop</blockquote>')).toBe('Stop');
  });

  it('is found in time in any text', () => {
    for (const unit of [
      'On ',
      'On Monday Ana wrote:\n> Hi\n',
      '> ',
      'From: a\n',
      '-',
      '\n',
      'El a escri',
      '<blockquote ',
      '_',
    ]) {
      const long = unit.repeat(60_000);
      expect([unit, cpuMs(() => [withoutQuotes(long), withoutHtmlQuotes(long)]) < 5_000]).toEqual([unit, true]);
    }
  });
});

describe('an automatic reply', () => {
  const detect = (changes: { headers?: Record<string, unknown>; subject?: string; text?: string }) =>
    detectAutoReply({ headers: {}, subject: '', text: '', occurredAt: now, ...changes });

  it.each([
    [{ headers: { 'Auto-Submitted': 'auto-replied' } }, 'auto_reply'],
    [{ headers: { 'X-Autoreply': 'yes' } }, 'auto_reply'],
    [{ headers: { Precedence: 'auto_reply' } }, 'auto_reply'],
    [{ subject: 'Automatic reply: Hello' }, 'auto_reply'],
    [{ subject: 'Respuesta automática: Hola' }, 'auto_reply'],
    [{ subject: 'Out of Office: Hello' }, 'out_of_office'],
    [{ subject: 'Automatic reply: out of the office' }, 'out_of_office'],
    [{ subject: 'Abwesenheitsnotiz: Hallo' }, 'out_of_office'],
    [{ subject: 'Out of office', text: "Hi, I'm out of the office until March 9." }, 'out_of_office'],
    [{ headers: { 'auto-submitted': 'auto-generated' }, text: 'I am on vacation.' }, 'out_of_office'],
    [{ subject: 'Fora do escritório' }, 'out_of_office'],
  ])('is known by %j', (signs, kind) => expect(detect(signs)).toMatchObject({ kind }));

  it.each([
    { headers: { 'Auto-Submitted': 'no' }, subject: 'Re: Hello', text: 'Thanks!' },
    { headers: { 'X-Auto-Response-Suppress': 'All' }, subject: 'Re: Hello' },
    { headers: { Precedence: 'bulk' }, text: 'Thanks' },
    { subject: 'Re: out of office hours?', text: 'Can we talk at 8 pm?' },
    { subject: 'Question', text: 'Is the automatic reply feature included?' },
  ])('is not %j', (signs) => expect(detect(signs)).toBeNull());

  it.each([
    ['I am out of office until March 9', '2026-03-10'],
    ['back on March 9th, 2026', '2026-03-09'],
    ['I will be back on Monday', '2026-03-09'],
    ['returning Thursday, March 12', '2026-03-12'],
    ['until 2026-04-01.', '2026-04-02'],
    ['estaré fuera hasta el 15 de marzo', '2026-03-16'],
    ['ausente até 15 de março de 2026', '2026-03-16'],
    ['Ich bin bis zum 15. März nicht im Büro', '2026-03-16'],
    ['bis 15.03.2026', '2026-03-16'],
    ['I return on 13/03/2026', '2026-03-13'],
    ['away through 3/13', '2026-03-14'],
    ['from March 3 until January 5', '2027-01-06'],
    ['Out until 9 March. I will be back on 12 March.', '2026-03-12'],
    ['je suis absent jusqu’au 15 mars'.replace('’', "'"), '2026-03-16'],
  ])('that says %j means %s', (text, day) => expect(returnDay(text, now)).toBe(day));

  it.each([
    'until further notice',
    'back soon',
    'until 2020-01-01',
    'until 45 March',
    'back on 31 February',
    'until 2031-01-01',
    '',
  ])('that says %j names no day', (text) => expect(returnDay(text, now)).toBeNull());
});

describe('a reply', () => {
  it('finds our message by In-Reply-To, then by the newest reference', () => {
    expect(reply({ in_reply_to: `<${A}@x.co>`, references: [`<${B}@x.co>`, `<${A}@x.co>`] }).messageIds).toEqual([
      A,
      B,
    ]);
    expect(reply({ references: ['<other@y>', `<${B}@x.co>`, `<${A}@x.co>`] }).messageIds).toEqual([A, B]);
    expect(reply({ references: `<${B}@x.co> <${A.toUpperCase()}@x.co>` }).messageIds).toEqual([A, B]);
    expect(reply({ in_reply_to: '<foreign@x>', message_id: null }).messageIds).toEqual([]);
  });

  it('asks to opt out when the keyword is all it says, above whatever signature', () => {
    expect(
      reply({ text: 'STOP\n\nOn Mon, Mar 2, 2026 at 10:00 AM Ana <a@x.co> wrote:\n> Reply STOP to end' }).intent,
    ).toBe('opt_out');
    expect(reply({ text: 'Baja\n\nBob Smith\nCEO, ACME' }).intent).toBe('opt_out');
    expect(reply({ subject: 'unsubscribe', text: '' }).intent).toBe('opt_out');
    expect(reply({ subject: 'unsubscribe', text: null, html: '<p> </p>' }).intent).toBe('opt_out');
    expect(reply({ html: '<p>Stop</p>' }).intent).toBe('opt_out');
    expect(reply({ text: 'start' }).intent).toBe('opt_in');
  });

  it.each([
    'Best regards,\nAna Ruiz\nAcme GmbH',
    'Please take me off your list. I never signed up for this.',
    '> ',
    '',
  ])('with the subject of our unsubscribe address opts out, whatever its text: %j', (text) => {
    expect(reply({ subject: 'unsubscribe', text }).intent).toBe('opt_out');
    expect(reply({ subject: ' Unsubscribe ', text, in_reply_to: null }).intent).toBe('opt_out');
  });

  it('that answers a mail called unsubscribe is read by what it says', () => {
    const text = 'How would I do that?';
    expect(reply({ subject: 'Re: unsubscribe', text }).intent).toBeNull();
    expect(reply({ subject: 'unsubscribe', text, in_reply_to: `<${A}@x.co>` }).intent).toBeNull();
    expect(reply({ subject: 'unsubscribe me', text }).intent).toBeNull();
  });

  it('is read below the mail that it quotes, too', () => {
    const quote = 'On Mon, Mar 2, 2026 at 10:00 AM Ana <a@x.co> wrote:\n> Reply STOP to end\n\n';
    expect(reply({ subject: 'Re: Hello', text: `${quote}STOP` })).toMatchObject({ newText: 'STOP', intent: 'opt_out' });
    expect(reply({ subject: 'Re: Start', text: `${quote}No thanks` })).toMatchObject({
      newText: 'No thanks',
      intent: null,
    });
  });

  it('says nothing by the subject of the mail that it quotes', () => {
    const lead = 'On Mon, Mar 2, 2026 at 10:00 AM Ana <a@x.co> wrote:';
    for (const subject of ['Re: Start', 'AW: Stop']) {
      expect(reply({ subject, text: `${lead}\n> Hi` }).intent).toBeNull();
      expect(reply({ subject, text: `Sent from my iPhone\n\n${lead}\n> Hi` }).intent).toBeNull();
      const html = `<div class="moz-cite-prefix">${lead}</div><blockquote>Hi</blockquote><p>No thanks</p>`;
      expect(reply({ subject, html }).intent).toBeNull();
      expect(reply({ subject, html: '<blockquote>Hi</blockquote>' }).intent).toBeNull();
    }
  });

  it('that quotes nothing and has but a signature is read by its subject', () => {
    for (const text of ['', ' \n\u200b', '-- \nBob\nCEO, ACME', '\nSent from my iPhone\n'])
      expect(reply({ subject: 'Re: stop', text }).intent).toBe('opt_out');
  });

  it('opts out by a subject that its writer put in place of ours', () => {
    const text = 'On Mon, Mar 2, 2026 at 10:00 AM Ana <a@x.co> wrote:\n> Hi';
    expect(reply({ subject: 'STOP', text, in_reply_to: `<${A}@x.co>` }).intent).toBe('opt_out');
  });

  it('asks for nothing when the keyword is only quoted, part of a sentence, or automatic', () => {
    expect(reply({ text: 'Thanks!\n> Reply STOP to end' }).intent).toBeNull();
    expect(reply({ text: 'Please stop by on Friday' }).intent).toBeNull();
    expect(reply({ subject: 'stop', text: 'Tell me more' }).intent).toBeNull();
    expect(reply({ subject: 'Out of office', text: 'Cancel' }).intent).toBeNull();
  });

  it('names its writer by address and key', () => {
    expect(reply({ from: 'Bob <Bob.S@EXAMPLE.com>' })).toMatchObject({
      from: 'Bob.S@example.com',
      fromKey: 'bob.s@example.com',
    });
    expect(reply({ from: 'nobody' })).toMatchObject({ from: null, fromKey: null });
  });
});

describe('other events', () => {
  it('are about the message they name', () => {
    for (const type of ['complaint', 'delivered', 'opened'] as const) {
      expect(readInboundEmail(event({ type, message_id: `<${A}@x.co>` }), now)).toMatchObject({
        kind: type,
        messageIds: [A],
      });
    }
    expect(
      readInboundEmail(event({ type: 'bounce', message_id: A, bounce: { kind: 'hard', code: '5.1.1' } }), now),
    ).toMatchObject({
      kind: 'bounce',
      messageIds: [A],
      bounce: { kind: 'hard', code: '5.1.1', diagnostic: null },
    });
  });

  it('count as soft bounces when they say no kind or a full mailbox', () => {
    expect(readInboundEmail(event({ type: 'bounce' }), now)).toMatchObject({ bounce: { kind: 'soft' } });
    expect(readInboundEmail(event({ type: 'bounce', bounce: { kind: 'hard', code: '5.2.2' } }), now)).toMatchObject({
      bounce: { kind: 'soft' },
    });
  });

  it('of an unknown type are kept as such', () => {
    expect(readInboundEmail(event({ type: 'clicked' }), now)).toMatchObject({ kind: 'unknown', type: 'clicked' });
  });

  it('take the time of their arrival where they have none, or one to come', () => {
    expect(readInboundEmail(event({ occurred_at: '2026-03-02T09:00:00+01:00' }), now).occurredAt).toEqual(
      new Date('2026-03-02T08:00:00Z'),
    );
    for (const occurred_at of [null, 'yesterday', '2027-01-01T00:00:00Z'])
      expect(readInboundEmail(event({ occurred_at }), now).occurredAt).toEqual(now);
  });
});

describe('the schema of the email hook', () => {
  const valid = new Ajv2020({ allErrors: true, strict: false }).compile(EmailHookEvent);
  it('takes the whole shape, nulls, and fields to come', () => {
    expect(
      valid({
        event_id: 'e',
        type: 'reply',
        message_id: null,
        in_reply_to: '<a@b>',
        references: ['<a@b>'],
        from: 'a@b.co',
        to: null,
        subject: 's',
        text: 't',
        html: null,
        occurred_at: '2026-01-01T00:00:00Z',
        bounce: null,
        headers: { a: 'b' },
        spam_score: 3,
      }),
    ).toBe(true);
  });
  it.each([
    {},
    [],
    null,
    'x',
    { event_id: 'e' },
    { type: 'reply' },
    { event_id: '', type: 'reply' },
    { event_id: 1, type: 'reply' },
    { event_id: 'e', type: 'bounce', bounce: { kind: 'x' } },
    { event_id: 'e', type: 'reply', text: 5 },
  ])('refuses %j', (body) => expect(valid(body)).toBe(false));
});

describe('a mail that a program wrote because its reader pressed “Unsubscribe”', () => {
  it('opts out, though it says of itself that it is automatic', () => {
    const text = 'Apple Mail sent this email to unsubscribe from the message “unsubscribe”.';
    const headers = { 'Auto-Submitted': 'auto-replied', 'X-Apple-Unsubscribe': 'true' };
    const event = { event_id: 'a', type: 'reply', from: 'ada@icloud.com', subject: 'unsubscribe', text };
    const now = new Date('2026-03-02T10:00:00Z');
    expect(readInboundEmail({ ...event, headers }, now)).toMatchObject({ autoReply: null, intent: 'opt_out' });
    const plain = { 'Auto-Submitted': 'auto-replied' };
    expect(readInboundEmail({ ...event, headers: plain }, now)).toMatchObject({ intent: null });
  });
});
