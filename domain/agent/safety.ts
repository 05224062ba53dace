import { foldWords } from '../values/text.js';

const folded = (lists: readonly (readonly string[])[]): readonly string[] => lists.flat().map(foldWords);

/** Phrases of people who may hurt themselves or others. They are few and unambiguous. */
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

/** Returns whether the author may be in danger. A person has to read the message, and the agent doesn't sell. */
export function isDangerous(text: string): boolean {
  const words = ` ${foldWords(text)} `;
  return PHRASES.some((phrase) => words.includes(` ${phrase} `));
}
