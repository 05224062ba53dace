import type { Language } from '../../schemas/agents/talking.js';
import { foldWords } from '../values/text.js';

/** Folded once, as texts are when they are looked at. */
const folded = (lists: Record<string, readonly string[]>): readonly string[] => [
  ...new Set(Object.values(lists).flat().map(foldWords)),
];

const PERSON = folded({
  en: [
    ...['a human', 'real human', 'human agent', 'human being', 'real person', 'talk to a person', 'speak to a person'],
    ...['talk to someone', 'speak to someone', 'speak with someone', 'talk to somebody', 'speak to somebody'],
    ...['customer service', 'a representative', 'one of your colleagues'],
  ],
  es: [
    ...['una persona real', 'hablar con una persona', 'hablar con alguien', 'un humano', 'un agente', 'una asesora'],
    ...['un asesor', 'atención al cliente'],
  ],
  pt: ['uma pessoa real', 'falar com uma pessoa', 'falar com alguém', 'um humano', 'um atendente', 'uma atendente'],
  de: [
    ...['echten menschen', 'einem menschen', 'mit einer person', 'echte person', 'echten person', 'einem mitarbeiter'],
    ...['einer mitarbeiterin', 'mit jemandem sprechen', 'jemanden sprechen'],
  ],
  fr: [
    ...['vraie personne', "parler à quelqu'un", 'parler à une personne', 'un humain', 'un conseiller'],
    ...['une conseillère', 'service client'],
  ],
  ar: ['شخص حقيقي', 'التحدث مع شخص', 'اتكلم مع شخص', 'موظف', 'خدمة العملاء'],
});

const YES = folded({
  en: [
    'yes',
    'yeah',
    'yep',
    'ok',
    'okay',
    'sure',
    'sounds good',
    'perfect',
    'great',
    'fine',
    'that works',
    'yes please',
  ],
  es: ['sí', 'claro', 'vale', 'de acuerdo', 'perfecto', 'me va bien', 'sí por favor'],
  pt: ['sim', 'claro', 'combinado', 'perfeito', 'pode ser', 'sim por favor'],
  de: ['ja', 'gerne', 'passt', 'in ordnung', 'perfekt', 'ja bitte', 'ja gerne'],
  fr: ['oui', "d'accord", 'parfait', 'ça marche', 'oui merci', 's il vous plaît'],
  ar: ['نعم', 'حسنا', 'موافق', 'تمام'],
});

const NO = folded({
  en: ['no', 'nope', 'no thanks', 'rather not', 'prefer not to', "won't say", "don't want to", 'not telling'],
  es: ['no', 'no gracias', 'prefiero no', 'no quiero'],
  pt: ['não', 'não obrigado', 'não obrigada', 'prefiro não', 'não quero'],
  de: ['nein', 'nein danke', 'lieber nicht', 'möchte nicht', 'will nicht'],
  fr: ['non', 'non merci', 'préfère pas', 'je ne veux pas'],
  ar: ['لا', 'لا شكرا', 'افضل عدم'],
});

const THANKS = folded({
  en: ['thanks', 'thank', 'thx', 'bye', 'goodbye', 'cheers'],
  es: ['gracias', 'adiós', 'chao'],
  pt: ['obrigado', 'obrigada', 'tchau', 'adeus'],
  de: ['danke', 'tschüss', 'wiedersehen'],
  fr: ['merci', 'revoir', 'salut'],
  ar: ['شكرا', 'وداعا', 'السلامة'],
});
/** Words that can accompany a goodbye without adding to it. */
const BESIDE_THANKS = folded({
  en: [
    'you',
    'ok',
    'okay',
    'great',
    'all',
    'good',
    'very',
    'much',
    'so',
    'a',
    'lot',
    'perfect',
    'many',
    'have',
    'nice',
    'day',
  ],
  es: ['muchas', 'ok', 'vale', 'perfecto', 'hasta', 'luego', 'pronto', 'buen', 'dia', 'un', 'saludo'],
  pt: ['muito', 'ok', 'perfeito', 'ate', 'logo', 'bom', 'dia'],
  de: ['vielen', 'ok', 'gut', 'auf', 'schön', 'sehr', 'alles', 'klar', 'dann', 'schönen', 'tag', 'noch'],
  fr: ['beaucoup', 'ok', 'bien', 'au', 'bonne', 'journée', 'parfait'],
  ar: ['جزيلا', 'مع', 'لك'],
});

const GREETINGS = folded({
  en: ['hi', 'hello', 'hey', 'good', 'morning', 'afternoon', 'evening', 'there', 'help'],
  es: ['hola', 'buenas', 'buenos', 'días', 'tardes', 'noches'],
  pt: ['olá', 'oi', 'bom', 'boa', 'dia', 'tarde', 'noite'],
  de: ['hallo', 'guten', 'tag', 'morgen', 'abend', 'moin', 'servus'],
  fr: ['bonjour', 'bonsoir', 'salut'],
  ar: ['مرحبا', 'اهلا', 'السلام', 'عليكم'],
});

const CORRECTIONS = folded({
  en: ['i meant', 'i mean', 'correction', 'typo', 'actually', 'sorry it is', 'not correct', 'that was wrong'],
  es: ['quería decir', 'quise decir', 'corrección', 'me equivoqué', 'en realidad'],
  pt: ['quis dizer', 'queria dizer', 'correção', 'me enganei', 'na verdade'],
  de: ['ich meinte', 'korrektur', 'tippfehler', 'ich meine', 'sorry es ist', 'eigentlich'],
  fr: ['je voulais dire', 'correction', 'je me suis trompé', 'en fait'],
  ar: ['قصدت', 'اقصد', 'تصحيح'],
});

const QUESTIONS = folded({
  en: [
    'what',
    'how',
    'when',
    'where',
    'who',
    'why',
    'which',
    'do you',
    'does',
    'can you',
    'is there',
    'are there',
    'are you',
  ],
  es: ['qué', 'cómo', 'cuándo', 'dónde', 'quién', 'por qué', 'cuál', 'cuánto', 'cuánta', 'hay', 'tenéis', 'tienen'],
  pt: ['o que', 'como', 'quando', 'onde', 'quem', 'por que', 'qual', 'quanto', 'vocês'],
  de: ['was', 'wie', 'wann', 'wo', 'wer', 'warum', 'welche', 'welcher', 'haben sie', 'gibt es', 'können sie'],
  fr: [
    'que',
    'quoi',
    'comment',
    'quand',
    'où',
    'qui',
    'pourquoi',
    'quel',
    'quelle',
    'combien',
    'est ce que',
    'avez vous',
  ],
  ar: ['ما', 'ماذا', 'كيف', 'متى', 'اين', 'من', 'لماذا', 'كم', 'هل'],
});

const padded = (text: string): string => ` ${foldWords(text)} `;
const holdsAny = (text: string, phrases: readonly string[]): boolean => {
  const words = padded(text);
  return phrases.some((phrase) => words.includes(` ${phrase} `));
};
const isAny = (text: string, phrases: readonly string[]): boolean => phrases.includes(foldWords(text));

/** Returns whether a text asks for a person instead of the agent. */
export const wantsPerson = (text: string): boolean => holdsAny(text, PERSON);
/** Returns whether a text says yes, and nothing else. */
export const isYes = (text: string): boolean => isAny(text, YES);
/** Returns whether a text turns a question down, in a few words. */
export const isNo = (text: string): boolean =>
  foldWords(text).split(' ').length <= 8 &&
  (isAny(text, NO) ||
    holdsAny(
      text,
      NO.filter((phrase) => phrase.includes(' ')),
    ));
/** Returns whether the lead corrects what it said before. */
export const isCorrection = (text: string): boolean => holdsAny(text, CORRECTIONS);

/** Returns whether a text says goodbye or thanks, and nothing else. */
export function isGoodbye(text: string): boolean {
  const words = foldWords(text).split(' ');
  return (
    words.some((word) => THANKS.includes(word)) &&
    words.every((word) => THANKS.includes(word) || BESIDE_THANKS.includes(word))
  );
}

/** Returns whether a text greets, and nothing else. */
export const isGreeting = (text: string): boolean =>
  foldWords(text)
    .split(' ')
    .every((word) => GREETINGS.includes(word));

/** Returns the questions of a text, sentence by sentence; what is too short to ask anything is none. */
export const questionsIn = (text: string): string[] =>
  (text.match(/[^.!?؟\n]+[.!?؟]?/gu) ?? []).filter((sentence) => {
    const words = foldWords(sentence);
    if (words.split(' ').length < 3) return false;
    return /[?؟]\s*$/u.test(sentence) || QUESTIONS.some((start) => words.startsWith(`${start} `));
  });

/** Small numbers as words, from one on, each in its forms. */
export const NUMBERS: Record<Language, readonly string[]> = {
  en: ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  es: ['uno una un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once', 'doce'],
  pt: ['um uma', 'dois duas', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez', 'onze', 'doze'],
  de: ['eins ein eine', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwölf'],
  fr: ['un une', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix', 'onze', 'douze'],
  ar: [
    ...['واحد واحدة', 'اثنان اثنين اثنتان اثنتين', 'ثلاثة ثلاث', 'أربعة أربع', 'خمسة خمس', 'ستة ست', 'سبعة سبع'],
    ...['ثمانية ثماني', 'تسعة تسع', 'عشرة عشر'],
  ],
};

/** Returns the number from one to twelve that a folded word spells in a language. */
export function spelledNumber(word: string, language: Language): number | undefined {
  const at = NUMBERS[language].findIndex((forms) => foldWords(forms).split(' ').includes(word));
  return at < 0 ? undefined : at + 1;
}
