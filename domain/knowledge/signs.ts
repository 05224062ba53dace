import { cut } from '../values/text.js';
import type { Block } from './blocks.js';
import { fold } from './tokens.js';

/** The reason why a document isn't searched before a person has looked at it. */
export type SignKind = 'addresses_assistant' | 'iban' | 'hidden_text';

/** One place that made a document suspicious. */
export interface Sign {
  sign: SignKind;
  page: number | null;
  /** The text at this place. */
  text: string;
}

/** Phrases by which a text speaks to a language model instead of to people, in folded words. */
const ADDRESSES = [
  /\b(ignore|disregard|forget|override)\b.{0,40}\b(instructions?|prompts?|rules|guidelines)\b/,
  /\b(ignora|olvida|descarta|ignoren?|desconsidere|esqueca|dimentica)\b.{0,40}\b(instrucciones|instrucoes|istruzioni|reglas|regras|regole)\b/,
  /\b(ignorez|ignore|oublie|oubliez)\b.{0,40}\b(instructions|consignes|regles)\b/,
  /\b(ignorier\w*|vergiss|vergessen sie|missachte)\b.{0,40}\b(anweisung\w*|instruktion\w*|regeln|vorgaben)\b/,
  /(تجاهل|انس).{0,40}(التعليمات|الاوامر|القواعد)/,
  /\b(system prompt|systemprompt|prompt del sistema|prompt do sistema)\b/,
  /\byou are (now )?(an?|the) (\w+ )?(ai|assistant|chatbot|language model|bot)\b/,
  /\b(as an ai|dear (ai|assistant|chatbot)|(ai|llm) (assistants?|models?|agents?) (must|should|shall|reading))\b/,
  /\b(eres|actua como|voce e|tu es|du bist|sei) (ahora |agora |maintenant |jetzt |ora )?(un|una|um|uma|une?|ein|eine)? ?(asistente|assistente|assistant|assistent|ki|ia)\b/,
  /\b(do not|don t|never) (tell|inform|mention)\b.{0,20}\b(user|visitor|customer|lead)s?\b/,
  /<\|im_(start|end)\|>|\[\/?inst\]|<<sys>>|###? ?(system|instruction)s?\s*:/,
  /^[^\S\n]{0,40}(system|assistant|developer)[^\S\n]{0,5}:/m,
];

const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/g;

/** Returns whether an account number is one: its check digits fit. */
function isIban(found: string): boolean {
  const plain = found.replaceAll(' ', '');
  const moved = `${plain.slice(4)}${plain.slice(0, 4)}`;
  let rest = 0;
  for (const sign of moved) rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97;
  return rest === 1;
}

/** An account number in a text; letters behind it may belong to the next word. */
function ibanIn(text: string): string | undefined {
  for (const [found] of text.matchAll(IBAN)) {
    const groups = found.split(' ');
    for (let count = groups.length; count > 0; count -= 1) {
      const part = groups.slice(0, count).join(' ');
      if (part.replaceAll(' ', '').length >= 15 && isIban(part)) return part;
    }
  }
  return undefined;
}

/** Invisible characters: zero width, changed direction, or the block that mirrors ASCII. */
const UNSEEN = /[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
const MANY_UNSEEN = 8;

/** Removes invisible characters from a text. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '');

const MOST_SIGNS = 20;
const MOST_CHARS = 200;

function signsIn({ text, page }: Pick<Block, 'text' | 'page'>): Sign[] {
  const signs: Sign[] = [];
  const folded = fold(withoutUnseen(text)).replace(/[’']/g, ' ');
  const address = ADDRESSES.map((phrase) => phrase.exec(folded)).find((found) => found !== null);
  if (address) {
    signs.push({ sign: 'addresses_assistant', page, text: folded.slice(Math.max(0, address.index - 40)) });
  }
  const iban = ibanIn(text);
  if (iban !== undefined) signs.push({ sign: 'iban', page, text: `${iban.slice(0, 4)}…${iban.slice(-2)}` });
  if ((text.match(UNSEEN) ?? []).length >= MANY_UNSEEN) {
    signs.push({ sign: 'hidden_text', page, text: withoutUnseen(text) });
  }
  return signs;
}

const LETTERS = /\p{L}{3}/u;

/**
 * Looks for what makes a document suspicious: that it speaks to an assistant, names a bank account, or holds what its
 * readers don't see.
 */
export function signsOf(blocks: readonly Block[], hidden: readonly string[]): Sign[] {
  const unseen = hidden
    .filter((text) => LETTERS.test(text))
    .map((text): Sign => ({ sign: 'hidden_text', page: null, text }));
  return [...unseen, ...blocks.flatMap(signsIn)]
    .slice(0, MOST_SIGNS)
    .map((sign) => ({ ...sign, text: cut(sign.text, MOST_CHARS) }));
}
