import type { Language } from '../../schemas/agents/talking.js';
import { NUMBERS } from './words.js';

/** Hours in Arabic are ordinals. */
const ARABIC_HOURS = [
  ...['الواحدة', 'الثانية', 'الثالثة', 'الرابعة', 'الخامسة', 'السادسة', 'السابعة', 'الثامنة', 'التاسعة', 'العاشرة'],
  ...['الحادية عشرة', 'الثانية عشرة'],
];

/** The spellings of times: `#` is the hour, and the number is the minutes that are added to it. */
const FORMS: Record<Language, readonly (readonly [form: string, minutes: number])[]> = {
  en: [
    ...([
      ["# o'clock", 0],
      ['at #', 0],
      ['# am', 0],
      ['# pm', 0],
      ['half past #', 30],
      ['half #', 30],
    ] as const),
    ...([
      ['# thirty', 30],
      ['# fifteen', 15],
      ['# forty five', 45],
      ['quarter past #', 15],
      ['quarter to #', -15],
    ] as const),
  ],
  es: [
    ...([
      ['las #', 0],
      ['a las #', 0],
      ['la #', 0],
      ['las # y media', 30],
      ['a las # y media', 30],
      ['# y media', 30],
    ] as const),
    ...([
      ['las # y cuarto', 15],
      ['a las # y cuarto', 15],
      ['las # menos cuarto', -15],
      ['a las # menos cuarto', -15],
    ] as const),
    ...([
      ['a las # en punto', 0],
      ['las # en punto', 0],
    ] as const),
  ],
  pt: [
    ...([
      ['às #', 0],
      ['as # horas', 0],
      ['# horas', 0],
      ['às # e meia', 30],
      ['# e meia', 30],
      ['às # em ponto', 0],
    ] as const),
    ...([
      ['às # e quinze', 15],
      ['# e quinze', 15],
    ] as const),
  ],
  de: [
    ...([
      ['um #', 0],
      ['um # uhr', 0],
      ['# uhr', 0],
      ['# uhr dreißig', 30],
      ['um halb #', -30],
      ['halb #', -30],
    ] as const),
    ...([
      ['viertel nach #', 15],
      ['viertel vor #', -15],
      ['um viertel nach #', 15],
      ['um viertel vor #', -15],
    ] as const),
  ],
  fr: [
    ...([
      ['# heures', 0],
      ['à # heures', 0],
      ['# heures et demie', 30],
      ['à # heures et demie', 30],
      ['# heures trente', 30],
    ] as const),
    ...([
      ['# heures et quart', 15],
      ['à # heures et quart', 15],
      ['# heures moins le quart', -15],
    ] as const),
  ],
  ar: [
    ...([
      ['الساعة #', 0],
      ['في الساعة #', 0],
      ['الساعة # والنصف', 30],
      ['# والنصف', 30],
      ['الساعة # والربع', 15],
    ] as const),
    ...([
      ['الساعة # إلا ربع', -15],
      ['# ونصف', 30],
      ['الساعة # ونصف', 30],
    ] as const),
  ],
};

/** Returns how times are spelled in a language, with the minutes of a day that each may mean. */
export function spelledTimes(language: Language): [phrase: string, minutes: number[]][] {
  const hours = language === 'ar' ? ARABIC_HOURS : NUMBERS[language];
  return FORMS[language].flatMap(([form, added]) =>
    hours.flatMap((forms, at) => {
      const first = ((at + 1) * 60 + added + 1440) % 1440;
      const words = [...(language === 'ar' ? [forms] : forms.split(' ')), ...(added === 0 ? [] : [String(at + 1)])];
      return words.map((word): [string, number[]] => [form.replace('#', word), [first, (first + 720) % 1440]]);
    }),
  );
}
