import { inZone } from '../time/zoned.js';
import { foldWords } from '../values/text.js';
import type { TurnInput } from './turn-input.js';
import { questionsIn } from './words.js';

const fold = (phrases: readonly string[]): readonly string[] => phrases.map(foldWords);

/** Words that put something off, and by how many days. */
const LATER: readonly [days: number, phrases: readonly string[]][] = [
  [1, fold(['tomorrow', 'mañana', 'amanhã', 'morgen', 'demain', 'غدا'])],
  [
    7,
    fold([
      'next week',
      'in a week',
      'la próxima semana',
      'la semana que viene',
      'semana que vem',
      'nächste woche',
      'la semaine prochaine',
      'الاسبوع القادم',
    ]),
  ],
  [
    30,
    fold([
      'next month',
      'in a month',
      'el mes que viene',
      'mês que vem',
      'nächsten monat',
      'le mois prochain',
      'الشهر القادم',
    ]),
  ],
];
/** Phrases that turn such a word into a request for a later message. */
const WRITE_THEN = fold([
  ...['write', 'contact', 'message', 'ask me again', 'not now', 'no time', 'busy', 'get back'],
  ...['escríbeme', 'escribidme', 'contacta', 'ahora no', 'no tengo tiempo', 'escreva', 'agora não', 'sem tempo'],
  ...[
    'schreiben sie',
    'melden sie sich',
    'schreib',
    'meld dich',
    'keine zeit',
    'jetzt nicht',
    'écrivez',
    'recontactez',
  ],
  ...['pas maintenant', 'pas le temps', 'راسلني', 'ليس الان'],
]);
const AT_HOUR = 9;

/**
 * Returns when the lead asks to be written to again, at nine in its own day (ISO); undefined where it asks for no such
 * thing.
 */
export function followUpAsked({ inputs, now, zone }: TurnInput): string | undefined {
  const said = inputs.at(-1)?.text;
  if (said === undefined || questionsIn(said).length > 0) return undefined;
  const words = ` ${foldWords(said)} `;
  const holds = (phrase: string) => words.includes(` ${phrase} `);
  const [days] = LATER.find(([, phrases]) => phrases.some(holds)) ?? [];
  if (days === undefined || !WRITE_THEN.some(holds)) return undefined;
  return inZone(now, zone).plus({ days }).startOf('day').set({ hour: AT_HOUR }).toUTC().toISO() ?? undefined;
}
