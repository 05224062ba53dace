import { REPLY_LANGUAGES, type ReplyLanguage } from './reply-languages.js';

/** A reply as a mail program sends it, with what of it the person wrote. */
export interface QuotedReply {
  /** Language and shape, such as `sv outlook bold`. */
  name: string;
  text: string;
  /** The person's own text. */
  own: string;
}

const BODY = ['Hello Ana,', 'shall we talk about the offer?', 'Reply STOP to end these mails.', 'Sales Team'];
const QUOTED = BODY.map((line) => `> ${line}`);
const FROM = 'Sales Team <sales@example.com>';

/** Breaks a line as mail programs do, at the last blank before `width`. */
function wrapped(line: string, width: number): string {
  const words = line.split(' ');
  const lines = [''];
  for (const word of words) {
    const last = lines.at(-1) as string;
    if (last !== '' && last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}

/** The head of a mail as Outlook and other programs copy it above the quote. */
function heads({ labels }: ReplyLanguage): Record<string, string[]> {
  const [from, sent, to, copy, subject] = labels;
  const line = (label: string, value: string) => `${label}: ${value}`;
  const [f, s, t, c, u] = [
    line(from, FROM),
    line(sent, '27.11.2026 10:12'),
    line(to, 'Ana <ana@example.com>; Bob <bob@example.com>'),
    line(copy, 'Eva <eva@example.com>'),
    line(subject, 'Offer'),
  ] as [string, string, string, string, string];
  const bold = (text: string) => text.replace(/^([^:]+):/, '*$1:*');
  return {
    'outlook head': [f, s, t, u],
    'outlook head with copy': [f, s, t, c, u],
    'outlook head in bold': [f, s, t, u].map(bold),
    'head with the date first': [s, f, t, u],
    'head with the subject first': [u, s, f, t],
    'head with the recipient before the date': [f, t, s, u],
    'head with blank lines': [f, '', s, '', t, '', u],
    'head without an address': [line(from, 'Sales Team'), s, line(to, 'Ana'), u],
  };
}

/** The quoted part of a reply in every shape of a language. */
function tails(language: ReplyLanguage): Record<string, string> {
  const tails: Record<string, string> = {
    'mobile gmail': ['2026-11-27 10:12 GMT+01:00 Sales Team <sales@example.com>:', '', ...QUOTED].join('\n'),
  };
  language.attributions.forEach((line, index) => {
    tails[`line ${index}`] = [line, '', ...QUOTED].join('\n');
    tails[`line ${index} close to the quote`] = [line, ...QUOTED].join('\n');
    tails[`line ${index} without marks`] = [line, '', ...BODY].join('\n');
    tails[`line ${index} wrapped`] = [wrapped(line, 70), ...QUOTED].join('\n');
    tails[`line ${index} wrapped narrowly`] = [wrapped(line, 44), '', ...BODY].join('\n');
    tails[`line ${index} between dashes`] = [`---- ${line.replace(/\s?[:：]$/, '')} ----`, '', ...BODY].join('\n');
  });
  const head = heads(language);
  for (const [name, lines] of Object.entries(head)) tails[name] = [...lines, '', ...BODY].join('\n');
  const outlook = head['outlook head'] as string[];
  for (const phrase of language.original) {
    for (const [left, right] of [
      ['-----', '-----'],
      ['-------- ', ' --------'],
      ['------------------ ', ' ------------------'],
    ])
      tails[`${left}${phrase}${right}`] = [`${left}${phrase}${right}`, ...outlook, '', ...BODY].join('\n');
    tails[`${phrase} without a head`] = [`----- ${phrase} -----`, ...BODY].join('\n');
  }
  tails['rule above a head'] = ['________________________________', ...outlook, '', ...BODY].join('\n');
  return tails;
}

/** Every language's replies: `own` above each shape of the quoted mail, with and without a phone's line. */
export function quotedReplies(ownOf: (language: ReplyLanguage) => readonly string[]): QuotedReply[] {
  return Object.entries(REPLY_LANGUAGES).flatMap(([code, language]) =>
    ownOf(language).flatMap((own) => {
      const shapes = Object.entries(tails(language));
      const quoting = shapes.flatMap(([name, tail]): QuotedReply[] => [
        { name: `${code} ${name}`, text: `${own}\n\n${tail}`, own },
        { name: `${code} ${name}, no blank line`, text: `${own}\n${tail}`, own },
        { name: `${code} ${name}, CRLF`, text: `${own}\n\n${tail}`.replaceAll('\n', '\r\n'), own },
      ]);
      const signed = language.sentFrom.flatMap((line): QuotedReply[] => [
        { name: `${code} ${line}`, text: `${own}\n\n${line}`, own },
        { name: `${code} ${line} above a quote`, text: `${own}\n\n${line}\n\n${shapes[1]?.[1]}`, own },
      ]);
      return [...quoting, ...signed, { name: `${code} signature`, text: `${own}\n\n-- \nAna Ruiz\nCEO`, own }];
    }),
  );
}

/** Texts of people that look like the beginning of a quote, and must stay. */
export const OWN_WORDS: readonly string[] = [
  'On Monday I wrote a letter.\nIt was long.',
  'As I wrote on 27 November 2026 at 10:12:\nthe price is too high.',
  'From: here on it is fine',
  'De : rien, vraiment',
  'Da: Milano\nA: Roma\nData: 3 marzo\nva bene?',
  'From: Madrid\nTo: Paris\nDate: 3 March 2026',
  'Please write to Ana <ana@example.com>, she decides.',
  'We can meet on 27 November 2026 at 10:12:\n- Ana\n- Bob',
  'My questions:\n1. What does it cost?\n2. When can you start?',
  'I sent the form from my iPhone yesterday.',
  'Date: Monday\nTime: 10:12\nPlace: your office',
  'Subject: the offer you sent.\nI like it.',
  'Betreff: Ihr Angebot. Bitte rufen Sie an.',
  'Please send it from my address: ana@example.com',
  'He wrote that 10:12 is fine.',
  'The error says:\n---- fatal ----\nand then it stops.',
  'Temat: umowa\nTermin: wtorek',
  'Para: mañana\nAsunto: precio',
  'Pricing\n-- 100 EUR a month\n-- 900 EUR a year',
];
