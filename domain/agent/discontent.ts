import { foldWords } from '../values/text.js';

const folded = (lists: readonly (readonly string[])[]): readonly string[] => lists.flat().map(foldWords);

/** Phrases of people who are angry at the company or its agent. They are few and unambiguous. */
const PHRASES = folded([
  ['this is ridiculous', 'this is unacceptable', 'terrible service', 'worst service', 'i am furious', 'i m furious'],
  [
    'very disappointed',
    'you are useless',
    'waste of my time',
    'i am fed up',
    'i m fed up',
    'this is a scam',
    'rip off',
  ],
  ['es una vergüenza', 'es inaceptable', 'pésimo servicio', 'muy decepcionado', 'muy decepcionada', 'estoy harto'],
  ['estoy harta', 'es una estafa', 'me están tomando el pelo', 'estoy furioso', 'estoy furiosa'],
  ['é uma vergonha', 'é inaceitável', 'péssimo atendimento', 'péssimo serviço', 'muito decepcionado'],
  ['muito decepcionada', 'estou farto', 'estou farta', 'é um golpe', 'é uma burla', 'que absurdo'],
  ['das ist eine frechheit', 'das ist unverschämt', 'das ist inakzeptabel', 'schlechter service', 'sehr enttäuscht'],
  ['ich bin stinksauer', 'ich habe genug von ihnen', 'das ist betrug', 'das ist abzocke'],
  ['c est une honte', 'c est inadmissible', 'c est inacceptable', 'service déplorable', 'très déçu', 'très déçue'],
  ['j en ai marre', 'c est une arnaque', 'je suis furieux', 'je suis furieuse'],
  ['خدمة سيئة', 'أنا غاضب', 'أنا غاضبة', 'هذا غير مقبول', 'هذا احتيال', 'محبط جدا'],
]);

/** Returns whether the author is angry at the company or its agent. A person handles that better than rules. */
export function isDiscontented(text: string): boolean {
  const words = ` ${foldWords(text)} `;
  return PHRASES.some((phrase) => words.includes(` ${phrase} `));
}
