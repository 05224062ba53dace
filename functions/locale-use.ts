import type { TypeProblem } from './check-types.js';

const HELP: readonly (readonly [RegExp, string])[] = [
  [
    /^toLocale(Date|Time)String$/,
    'ignores its locale and time zone in functions. Use `await svc.format.date(time, options)`.',
  ],
  [
    /^toLocaleString$/,
    'ignores its locale, time zone and currency in functions. Use `await svc.format.date`, `svc.format.number` or `svc.format.money`.',
  ],
  [/^localeCompare$/, 'compares character codes in functions, not letters of a language. Use `await svc.format.sort`.'],
  [/^toLocale(Upper|Lower)Case$/, 'ignores its locale in functions.'],
  [/^Intl$/, 'doesn’t exist in functions. Use `svc.format`.'],
];
/** Comments and plain texts, which use nothing; templates may hold code. Unclosed ones match too, so that none is read twice. */
const TOKEN =
  /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|(?<=\.\s{0,20})(?:toLocaleString|toLocaleDateString|toLocaleTimeString|localeCompare|toLocaleUpperCase(?=\(\s{0,20}[^)\s])|toLocaleLowerCase(?=\(\s{0,20}[^)\s]))\b|(?<![.\w$])Intl(?=\s{0,20}\.)/g;
const MOST = 50;

/** Lists where a source uses what depends on a locale or zone, which the sandbox does without either and without an error. */
export function localeUses(source: string): TypeProblem[] {
  const found: TypeProblem[] = [];
  let [line, from, at] = [1, 0, 0];
  for (const { 0: text, index } of source.matchAll(TOKEN)) {
    const help = HELP.find(([name]) => name.test(text))?.[1];
    if (help === undefined) continue;
    for (; at < index; at += 1) if (source[at] === '\n') [line, from] = [line + 1, at + 1];
    found.push({ message: `\`${text}\` ${help}`, line, column: index - from + 1 });
    if (found.length >= MOST) break;
  }
  return found;
}
