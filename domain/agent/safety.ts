import { foldWords } from '../values/text.js';

const folded = (lists: readonly (readonly string[])[]): readonly string[] => lists.flat().map(foldWords);

/** What people say who may hurt themselves or others: few phrases, none of which is said of anything else. */
const PHRASES = folded([
  ['kill myself', 'killing myself', 'end my life', 'want to die', 'suicide', 'suicidal', 'hurt myself', 'harm myself'],
  ['kill you', 'shoot you', 'burn down your office', 'i have a bomb', 'bomb threat', 'hurt my children'],
  ['matarme', 'suicidarme', 'suicidio', 'quitarme la vida', 'quiero morir', 'no quiero vivir', 'te voy a matar'],
  ['voy a mataros', 'hacerme daño', 'poner una bomba'],
  ['me matar', 'suicídio', 'me suicidar', 'quero morrer', 'tirar minha vida', 'vou te matar', 'me machucar'],
  [
    'mich umbringen',
    'selbstmord',
    'suizid',
    'mir das leben nehmen',
    'will sterben',
    'nicht mehr leben',
    'bring dich um',
  ],
  ['bringe sie um', 'mir etwas antun', 'eine bombe'],
  ['me suicider', 'suicide', 'me tuer', 'envie de mourir', 'veux mourir', 'mettre fin à mes jours', 'vais te tuer'],
  ['vais vous tuer', 'une bombe'],
  ['انتحر', 'الانتحار', 'سأقتل نفسي', 'اقتل نفسي', 'أريد أن أموت', 'سأقتلك', 'قنبلة'],
]);

/** Tells whether somebody may be in danger: a person has to read it, and nothing is sold to them. */
export function isDangerous(text: string): boolean {
  const words = ` ${foldWords(text)} `;
  return PHRASES.some((phrase) => words.includes(` ${phrase} `));
}
