import { MAIL_SYSTEMS, mime, multipart, OURS, REFUSED } from './bounce-systems.js';
import { REFUSALS, type RefusalKind } from './refusals.js';

/** The category of an email: bounces by their consequences, other automatic emails, and people's. */
export const REPORT_CATEGORIES = [
  ...(['hard', 'soft', 'sender', 'delay', 'receipt', 'complaint', 'vacation', 'challenge', 'person'] as const),
];
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

export interface MailReport {
  name: string;
  category: ReportCategory;
  raw: string;
}

const CATEGORY: Readonly<Record<RefusalKind, ReportCategory>> = {
  hard: 'hard',
  full: 'soft',
  later: 'soft',
  sender: 'sender',
};
/**
 * The number of rejections of each kind that every system reports. They take turns, so that all meet different systems.
 */
const EACH: Readonly<Record<RefusalKind, number>> = { hard: 3, full: 1, later: 1, sender: 2 };

const kinds = Object.keys(EACH) as RefusalKind[];

const bounces: MailReport[] = MAIL_SYSTEMS.flatMap(({ name, report }, system) =>
  kinds.flatMap((kind) =>
    Array.from({ length: EACH[kind] }, (_none, turn) => {
      const list = REFUSALS[kind];
      const refusal = list[(system * EACH[kind] + turn) % list.length];
      if (!refusal) throw new Error('There is no such refusal.');
      return { name: `${name}: ${refusal.text}`, category: CATEGORY[kind], raw: report(refusal) };
    }),
  ),
);

const delays: MailReport[] = MAIL_SYSTEMS.flatMap(({ name, delay }) =>
  delay ? [{ name: `${name}: delay`, category: 'delay' as const, raw: delay() }] : [],
);

const original = `From: Sales <sales@acme.example>\r\nTo: ${REFUSED}\r\nSubject: Our offer\r\nMessage-ID: <${OURS}@acme.example>\r\n\r\nHello`;

/** RFC 8098, as mail programs name what their reader did. */
const receipts: MailReport[] = [
  ['Thunderbird', 'Return Receipt (displayed) - Our offer', 'manual-action/MDN-sent-manually; displayed'],
  ['Outlook', 'Read: Our offer', 'automatic-action/MDN-sent-automatically; displayed'],
  ['Outlook (German)', 'Gelesen: Our offer', 'automatic-action/MDN-sent-automatically; displayed'],
  ['Outlook (Spanish)', 'Leído: Our offer', 'manual-action/MDN-sent-manually; displayed'],
  ['Outlook, not read', 'Not read: Our offer', 'automatic-action/MDN-sent-automatically; deleted'],
  ['Exchange, not read', 'Nicht gelesen: Our offer', 'automatic-action/MDN-sent-automatically; deleted'],
  ['Notes', 'Return Receipt', 'manual-action/MDN-sent-automatically; displayed'],
  ['Zimbra', 'Read-Receipt: Our offer', 'manual-action/MDN-sent-manually; displayed'],
  ['Roundcube', 'Return Receipt (Read): Our offer', 'manual-action/MDN-sent-manually; displayed'],
  ['Horde', 'Disposition Notification', 'manual-action/MDN-sent-manually; displayed'],
  ['Kerio', 'Read receipt', 'manual-action/MDN-sent-manually; displayed/error'],
  ['Zoho', 'Read Receipt: Our offer', 'manual-action/MDN-sent-manually; displayed'],
  ['Sieve', 'Processed: Our offer', 'automatic-action/MDN-sent-automatically; dispatched'],
].map(([name, subject, disposition]) => ({
  name: `receipt of ${name}`,
  category: 'receipt',
  raw: multipart({ From: `Ada <${REFUSED}>`, Subject: subject ?? '' }, 'report; report-type=disposition-notification', [
    ['text/plain', 'This is a receipt for the mail that you sent.'],
    [
      'message/disposition-notification',
      `Reporting-UA: example.net; program\r\nFinal-Recipient: rfc822;${REFUSED}\r\nOriginal-Message-ID: <${OURS}@acme.example>\r\nDisposition: ${disposition}\r\n`,
    ],
  ]),
}));

/** RFC 5965 and what is older. */
const complaints: MailReport[] = [
  ['Yahoo', 'feedback@arf.mail.yahoo.com', 'abuse'],
  ['AOL', 'scomp@aol.net', 'abuse'],
  ['Comcast', 'feedbackloop@comcast.net', 'abuse'],
  ['Validity', 'feedback@fbl.validity.example', 'abuse'],
  ['Fastmail', 'fbl@fastmail.com', 'abuse'],
  ['Yandex', 'fbl@yandex.ru', 'abuse'],
  ['Mail.ru', 'fbl@corp.mail.ru', 'abuse'],
  ['La Poste', 'fbl@laposte.net', 'abuse'],
  ['Signal Spam', 'fbl@signal-spam.fr', 'fraud'],
  ['Zoho', 'feedback@zoho.com', 'abuse'],
  ['Cloudmark', 'fbl@cloudmark.example', 'virus'],
]
  .map(
    ([name, from, kind]): MailReport => ({
      name: `complaint of ${name}`,
      category: 'complaint',
      raw: multipart({ From: from ?? '', Subject: 'FW: Our offer' }, 'report; report-type=feedback-report', [
        ['text/plain', `This is an email abuse report for an email message received from IP 192.0.2.1.`],
        [
          'message/feedback-report',
          `Feedback-Type: ${kind}\r\nUser-Agent: FBL/1.0\r\nVersion: 1\r\nOriginal-Rcpt-To: ${REFUSED}\r\n`,
        ],
        ['message/rfc822', original],
      ]),
    }),
  )
  .concat({
    name: 'complaint of Outlook.com (JMRP)',
    category: 'complaint',
    raw: multipart({ From: 'staff@hotmail.com', Subject: 'complaint about message from 192.0.2.1' }, 'mixed', [
      ['message/rfc822', original],
    ]),
  });

const vacations: MailReport[] = [
  [
    'Exchange',
    'Automatic reply: Our offer',
    'I am out of the office until March 9, 2026.',
    { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  ],
  [
    'Exchange (German)',
    'Automatische Antwort: Our offer',
    'Ich bin bis 9. März 2026 nicht im Büro.',
    { 'X-Auto-Response-Suppress': 'All' },
  ],
  [
    'Exchange (Spanish)',
    'Respuesta automática: Our offer',
    'Estoy fuera de la oficina hasta el 9 de marzo.',
    { 'X-Auto-Response-Suppress': 'All' },
  ],
  [
    'Exchange (French)',
    'Réponse automatique : Our offer',
    'Je suis absente du bureau jusqu’au 9 mars.',
    { 'X-Auto-Response-Suppress': 'All' },
  ],
  [
    'Exchange (Italian)',
    'Risposta automatica: Our offer',
    'Sono fuori ufficio fino al 9 marzo.',
    { 'X-Auto-Response-Suppress': 'All' },
  ],
  [
    'Exchange (Portuguese)',
    'Resposta automática: Our offer',
    'Estou de férias até 9 de março.',
    { 'X-Auto-Response-Suppress': 'All' },
  ],
  [
    'Exchange (Dutch)',
    'Automatisch antwoord: Our offer',
    'Ik ben tot 9 maart afwezig.',
    { 'X-Auto-Response-Suppress': 'All' },
  ],
  [
    'Exchange (Polish)',
    'Automatyczna odpowiedź: Our offer',
    'Jestem na urlopie do 9 marca.',
    { 'X-Auto-Response-Suppress': 'All' },
  ],
  [
    'Exchange (Japanese)',
    '自動応答: Our offer',
    '3月9日まで不在にしております。',
    { 'X-Auto-Response-Suppress': 'All' },
  ],
  [
    'Gmail',
    'Out of office Re: Our offer',
    'I am on vacation until March 9.',
    { Precedence: 'bulk', 'X-Autoreply': 'yes', 'Auto-Submitted': 'auto-replied' },
  ],
  ['Sieve', 'Auto: Our offer', 'I am away until 2026-03-09.', { 'Auto-Submitted': 'auto-replied (vacation)' }],
  [
    'cPanel',
    'Autoreply: Our offer',
    'I am on holiday until 9 March.',
    { 'X-Autorespond': 'Our offer', Precedence: 'auto_reply' },
  ],
  [
    'Lotus Notes',
    'Ada is out of the office.',
    'I will be out of the office starting 02/03/2026 and will not return until 09/03/2026.',
    {},
  ],
  [
    'Zimbra',
    'Our offer',
    'I am away on vacation until March 9.',
    { 'Auto-Submitted': 'auto-replied (zimbra; readonly)' },
  ],
  ['Plesk', 'Re: Our offer', 'I am on leave until 9 March 2026.', { 'X-Autoresponder': 'plesk', Precedence: 'bulk' }],
  ['Apple', 'Re: Our offer', 'I am out of office until March 9.', { 'Auto-Submitted': 'auto-replied' }],
  ['Zoho', 'Out of Office: Our offer', 'I am on leave till March 9, 2026.', { 'X-Autoreply': 'true' }],
  ['Yandex', 'Автоответ: Our offer', 'Я в отпуске до 9 марта.', { 'Auto-Submitted': 'auto-replied' }],
].map(([name, subject, text, headers]) => ({
  name: `vacation by ${name}`,
  category: 'vacation',
  raw: mime(
    {
      From: `Ada <${REFUSED}>`,
      Subject: encodedSubject(String(subject)),
      'Content-Type': 'text/plain; charset=utf-8',
      'In-Reply-To': `<${OURS}@acme.example>`,
      ...(headers as Record<string, string>),
    },
    String(text),
  ),
}));

function encodedSubject(text: string): string {
  return /^[ -~]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
}

/** Services that ask a sender to prove that they are a person. */
const challenges: MailReport[] = [
  [
    'TMDA',
    REFUSED,
    'Please confirm your message',
    'This message was created automatically by mail delivery software (TMDA).\r\n\r\nYour message attached below is being held because the address <sales@acme.example> has not been verified.\r\nTo release your message for delivery, please send an empty message to the following address, or use your mailer\'s "Reply" feature.',
    { 'Auto-Submitted': 'auto-replied', 'X-Delivery-Agent': 'TMDA/1.1.12' },
  ],
  [
    'Spam Arrest',
    REFUSED,
    'Re: Our offer (verification required)',
    "Ada here. I'm protecting myself from receiving junk mail. Just this once, click the link below so I can receive your emails. You won't have to do this again.\r\n\r\nhttps://www.spamarrest.example/a2?AQ",
    { 'X-Spamarrest-noauth': '1' },
  ],
  [
    'Boxbe',
    'notification@boxbe.com',
    'Our offer (Action Required)',
    'Hello Sales,\r\n\r\nYour message about "Our offer" was waitlisted.\r\nPlease add yourself to my Guest List so your messages will be delivered to my Inbox. Use the link below.',
    { 'Auto-Submitted': 'auto-replied' },
  ],
  [
    'UOL',
    'AntiSpam UOL <antispam@uol.com.br>',
    'AntiSpam UOL » Our offer',
    'ANTISPAM UOL » TIRA-TEIMA\r\n\r\nOlá,\r\n\r\nVocê enviou uma mensagem para ada@example.net. Para que sua mensagem seja encaminhada, por favor, clique no link.',
    {},
  ],
  [
    'Earthlink',
    REFUSED,
    'Re: Our offer [spamBlocker]',
    'I apologize for this automatic reply to your email.\r\n\r\nTo control spam, I now allow incoming messages only from senders I have approved beforehand. If you would like to be added to my list of approved senders, please fill out the short request form.',
    {},
  ],
  [
    'Bluebottle',
    'Ada <ada@example.net>',
    'Message held: sender verification required',
    'Your message to ada@example.net is being held. To deliver it, please verify that you are a person: click the link below.',
    { Precedence: 'bulk' },
  ],
  [
    'Sendio',
    REFUSED,
    'Your message awaits sender address verification',
    'To complete the delivery of your message, please reply to this message. You need to do this only once (Sendio sender verification).',
    { 'Auto-Submitted': 'auto-generated' },
  ],
  [
    'ChoiceMail',
    REFUSED,
    'Permission request: your message to Ada',
    'Your email has been received but not delivered, because you are not yet an approved sender. Please register at the link below so that your mail is delivered.',
    { 'Auto-Submitted': 'auto-replied' },
  ],
  [
    'MailInBlack',
    'Ada <ada@example.net>',
    'Authentification requise - Our offer',
    'Votre message est en attente. Afin de vous authentifier et que votre message soit remis à ada@example.net, cliquez sur le lien ci-dessous (une seule fois).',
    { 'Auto-Submitted': 'auto-replied' },
  ],
  [
    'Vaderetro',
    'Ada <ada@example.net>',
    'Demande de confirmation d’expéditeur',
    'Votre email a été mis en attente car votre adresse n’est pas connue. Cliquez sur le lien pour confirmer que vous êtes bien l’expéditeur.',
    {},
  ],
  [
    '0Spam',
    REFUSED,
    'Verification needed to deliver your message',
    'Please verify your email address by clicking on the link below. Until then, your message is held in quarantine.',
    { 'Auto-Submitted': 'auto-replied' },
  ],
].map(([name, from, subject, text, headers]) => ({
  name: `challenge of ${name}`,
  category: 'challenge',
  raw: mime(
    {
      From: String(from),
      Subject: encodedSubject(String(subject)),
      'Content-Type': 'text/plain; charset=utf-8',
      'In-Reply-To': `<${OURS}@acme.example>`,
      ...(headers as Record<string, string>),
    },
    String(text),
  ),
}));

/** Texts of people that look like a report. */
const people: MailReport[] = [
  ['Re: Our offer', 'Yes, Tuesday works. Your last mail was returned to me as undeliverable, by the way.'],
  [
    'Fwd: Undelivered Mail Returned to Sender',
    'Look what I got from your server, can you fix it?\r\n\r\n<sales@acme.example>: 550 5.1.1 User unknown',
  ],
  ['Delivery problem', 'The delivery of our furniture has failed twice. When will you deliver?'],
  ['Delivery failure of order 550', 'The parcel could not be delivered. Please call me.'],
  ['Re: Delivery Status Notification', 'I read about your delivery status notifications. What do they cost?'],
  ['Mailbox full?', 'I wrote to you twice, is your mailbox full? Please confirm.'],
  ['Please confirm', 'Please confirm our meeting on Tuesday by return.'],
  ['Verification required?', 'Do you need a verification of our company before we sign?'],
  ['Read: your brochure', 'I read the brochure. Send me the prices, please.'],
  ['Undeliverable promises', 'Your competitor promised more. Can you match it?'],
  ['Unzustellbar?', 'Mein Paket war unzustellbar. Bitte melden Sie sich.'],
  ['Re: Angebot', 'Bitte bestätigen Sie den Termin, ich bin ab Montag im Urlaub.'],
  ['No entregado', 'El pedido no ha llegado. ¿Cuándo lo entregan?'],
  ['Rv: Our offer', 'Me interesa, llámame mañana.'],
  ['Échec', 'Notre projet a été un échec, pouvez-vous nous aider ?'],
  ['Returned mail: our catalogue', 'The post office returned your catalogue. Our new address is below.'],
  ['System admin here', 'I am the system administrator of Example. We would like a demo.'],
  ['Spam complaint about us', 'We received a complaint about spam. Does your service help?'],
  ['Re: Our offer', 'STOP'],
  ['Our offer', 'Click the link below to see our site. We are interested in working with you.'],
]
  .map(
    ([subject, text]): MailReport => ({
      name: `person: ${subject}`,
      category: 'person',
      raw: mime(
        {
          From: `Ada <${REFUSED}>`,
          Subject: encodedSubject(subject ?? ''),
          'Content-Type': 'text/plain; charset=utf-8',
          'In-Reply-To': `<${OURS}@acme.example>`,
        },
        text ?? '',
      ),
    }),
  )
  .concat(
    ['postmaster', 'admin', 'root', 'system', 'no-reply'].map((local) => ({
      name: `person who writes as ${local}`,
      category: 'person' as const,
      raw: mime(
        { From: `Ada <${local}@example.net>`, Subject: 'Re: Our offer', 'Content-Type': 'text/plain' },
        'We take it. Call me tomorrow.',
      ),
    })),
  );

/** Reports in the documented formats of mail systems, and what people write that looks like one. */
export const MAIL_REPORTS: readonly MailReport[] = [
  ...bounces,
  ...delays,
  ...receipts,
  ...complaints,
  ...vacations,
  ...challenges,
  ...people,
] as readonly MailReport[];
