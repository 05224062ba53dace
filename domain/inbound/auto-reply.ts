import { DateTime } from 'luxon';

/** A reply that no person wrote. */
export interface AutoReply {
  kind: 'out_of_office' | 'auto_reply';
  /** The first day the person is back, `YYYY-MM-DD`, where the mail says so. */
  pauseUntil: string | null;
}

/** What of a reply tells whether it is automatic. Header names may have any case. */
export interface ReplySigns {
  headers: Readonly<Record<string, unknown>>;
  subject: string;
  text: string;
  occurredAt: Date;
}

const AWAY_SUBJECT =
  /\b(out of (the )?office|ooo|on (vacation|leave|holiday|parental leave)|away from (the|my) (office|desk)|fuera de (la )?oficina|de vacaciones|fora do escrit[oó]rio|ausente|aus[eê]ncia|ausencia|f[eé]rias|abwesen(d|heit)\w*|absence|absent\w*|en cong[eé]s?|fuori ufficio|afwezig\w*)\b/i;
const AUTO_SUBJECT =
  /^\W*(auto(matic|mated)?[- ]?(reply|response)|autoreply|respuesta autom[aá]tica|resposta autom[aá]tica|automatische (antwort|beantwoording)|r[eé]ponse automatique|risposta automatica|automatisch antwoord)\b/i;
const AWAY_TEXT =
  /\b(i('m| am| will be)( currently)? (out of (the )?office|away|on ((annual|parental|maternity|paternity|sick) )?(vacation|leave|holidays?))|out of (the )?office (until|from|with)|(estoy|estar[eé]) (fuera de la oficina|de vacaciones)|(estou|estarei) (fora do escrit[oó]rio|de f[eé]rias|ausente)|ich bin .{0,40}(abwesend|nicht im (b[uü]ro|haus))|je suis (actuellement )?(absent|en cong[eé])|(sono|sar[oò]) (assente|in ferie|fuori (ufficio|sede))|ik ben .{0,30}(afwezig|op vakantie|met verlof|niet op kantoor))/i;

const UNTIL = /\b(until|till|through|thru|hasta|at[eé]|bis( zum)?|jusqu'?(au|à)|fino al|tot( en met)?)\b/gi;
const BACK =
  /\b((be |am |i'm )?back( in the office)?( on)?|return(ing)?( to the office)?( on)?|vuelvo|regreso|volver[eé]|regresar[eé]|retorno|volto|voltarei|wieder( ab)?|ab (dem )?(?=.{3,40}\bwieder\b)|zur[uü]ck|de retour|retour|rientro|torno|terug( op)?)/gi;
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'jan', 'enero', 'ene', 'janeiro', 'januar', 'janvier', 'gennaio', 'januari'],
  ['february', 'feb', 'febrero', 'fevereiro', 'fev', 'februar', 'fevrier', 'febbraio', 'februari'],
  ['march', 'mar', 'marzo', 'marco', 'marz', 'maerz', 'mars', 'maart'],
  ['april', 'apr', 'abril', 'abr', 'avril', 'aprile'],
  ['may', 'mayo', 'maio', 'mai', 'maggio', 'mei'],
  ['june', 'jun', 'junio', 'junho', 'juni', 'juin', 'giugno'],
  ['july', 'jul', 'julio', 'julho', 'juli', 'juillet', 'luglio'],
  ['august', 'aug', 'agosto', 'ago', 'aout', 'augustus'],
  ['september', 'sept', 'sep', 'septiembre', 'setiembre', 'setembro', 'set', 'septembre', 'settembre'],
  ['october', 'oct', 'octubre', 'outubro', 'out', 'oktober', 'okt', 'octobre', 'ottobre'],
  ['november', 'nov', 'noviembre', 'novembro', 'novembre'],
  ['december', 'dec', 'diciembre', 'dic', 'dezembro', 'dez', 'dezember', 'decembre', 'dicembre'],
];
const WEEKDAYS: readonly RegExp[] = [
  /^(monday|lunes|segunda|montag|lundi|lunedi|maandag)\b/,
  /^(tuesday|martes|terca|dienstag|mardi|martedi|dinsdag)\b/,
  /^(wednesday|miercoles|quarta|mittwoch|mercredi|mercoledi|woensdag)\b/,
  /^(thursday|jueves|quinta|donnerstag|jeudi|giovedi|donderdag)\b/,
  /^(friday|viernes|sexta|freitag|vendredi|venerdi|vrijdag)\b/,
  /^(saturday|sabado|samstag|samedi|sabato|zaterdag)\b/,
  /^(sunday|domingo|sonntag|dimanche|domenica|zondag)\b/,
];
/** What may stand between a phrase and its day. */
const FILLERS =
  /^[\s:,]*((on|the|el|o|a|le|il|op|den|dem|dia|the morning of|am|ab|al|next|and including|einschlie(ß|ss)lich|inkl\.?|inclusive)\s+)*/;
/** A weekday before its date. */
const DATED_WEEKDAY = /^[a-z]{3,10}(-feira)?\.?,?\s+(?=(den |dem |dia |the )?(\d|[a-z]+ \d))/;

/** Tells automatic replies by their headers, subject and words, and when the person is back; null for a person's own. */
export function detectAutoReply({ headers, subject, text, occurredAt }: ReplySigns): AutoReply | null {
  const opening = text.slice(0, 2_000);
  const away = AWAY_SUBJECT.test(subject) || AWAY_TEXT.test(opening);
  const automatic = automaticHeaders(headers) || AUTO_SUBJECT.test(subject);
  // A person may write "Re: out of office hours?"; an answer to us counts as automatic only when more than that says so.
  const answersUs = /^\s*(re|aw|sv|antw)\s*:/i.test(subject);
  if (!automatic && !(away && (!answersUs || AWAY_TEXT.test(opening)))) return null;
  return away
    ? { kind: 'out_of_office', pauseUntil: returnDay(`${subject}\n${opening}`, occurredAt) }
    : { kind: 'auto_reply', pauseUntil: null };
}

/** Finds the first day somebody is back, by what they wrote on `at`; null when it names no day of the coming year. */
export function returnDay(text: string, at: Date): string | null {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").replace(/\s+/g, ' ').toLowerCase();
  const today = DateTime.fromJSDate(at, { zone: 'utc' }).startOf('day');
  for (const [phrase, extraDays] of [
    [BACK, 0],
    [UNTIL, 1],
  ] as const) {
    for (const match of folded.matchAll(phrase)) {
      const day = readDay(folded.slice(match.index + match[0].length, match.index + match[0].length + 40), today);
      const back = day?.plus({ days: extraDays });
      if (back && back > today && back < today.plus({ days: 367 })) return back.toFormat('yyyy-MM-dd');
    }
  }
  return null;
}

function automaticHeaders(headers: Readonly<Record<string, unknown>>): boolean {
  const value = new Map(
    Object.entries(headers).map(([name, text]) => [name.toLowerCase(), String(text).trim().toLowerCase()]),
  );
  const submitted = value.get('auto-submitted');
  if (submitted !== undefined && !submitted.startsWith('no')) return true;
  if (['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply'].some((name) => value.has(name))) return true;
  return ['auto_reply', 'auto-reply', 'autoreply'].includes(value.get('precedence') ?? '');
}

function readDay(text: string, today: DateTime): DateTime | undefined {
  const start = text
    .replace(FILLERS, '')
    .replace(DATED_WEEKDAY, (day) => (namesDay(day) ? '' : day))
    .replace(FILLERS, '');
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(start);
  if (iso) return valid(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /^(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?\b/.exec(start);
  if (numeric) return readNumeric(numeric, today);
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.|º)?(?: of| de| du)? ([a-z]{3,10})\.?(?:,? (?:de )?(\d{4}))?/.exec(
    start,
  );
  if (dayFirst) return named(dayFirst[2], dayFirst[1], dayFirst[3], today);
  const monthFirst = /^([a-z]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?/.exec(start);
  if (monthFirst) return named(monthFirst[1], monthFirst[2], monthFirst[3], today);
  const weekday = WEEKDAYS.findIndex((name) => name.test(start));
  return weekday < 0 ? undefined : today.plus({ days: ((weekday + 1 - today.weekday + 6) % 7) + 1 });
}

const namesDay = (text: string): boolean =>
  WEEKDAYS.some((name) => name.test(text)) || /^(mon|tues?|wed|thurs?|fri|sat|sun)\b/.test(text);

// Where both orders give a day to come, the later one is taken: waiting too long is a smaller fault than writing too soon.
function readNumeric(match: RegExpExecArray, today: DateTime): DateTime | undefined {
  const [first, mark, second] = [Number(match[1]), match[2], Number(match[3])];
  const year = match[4] === undefined ? undefined : Number(match[4].length === 2 ? `20${match[4]}` : match[4]);
  const readings = [
    upcoming(second, first, year, today),
    ...(mark === '.' ? [] : [upcoming(first, second, year, today)]),
  ];
  const soon = readings.filter((day) => day !== undefined && day >= today && day < today.plus({ days: 120 }));
  return soon.sort((a, b) => Number(b) - Number(a))[0] ?? readings.find((day) => day !== undefined);
}

function named(
  month: string | undefined,
  day: string | undefined,
  year: string | undefined,
  today: DateTime,
): DateTime | undefined {
  const number = MONTHS.findIndex((names) => names.includes(month ?? '')) + 1;
  return number === 0 ? undefined : upcoming(number, Number(day), year === undefined ? undefined : Number(year), today);
}

function upcoming(month: number, day: number, year: number | undefined, today: DateTime): DateTime | undefined {
  if (year !== undefined) return valid(year, month, day);
  const thisYear = valid(today.year, month, day);
  return thisYear && thisYear >= today ? thisYear : valid(today.year + 1, month, day);
}

function valid(year: number, month: number, day: number): DateTime | undefined {
  const found = DateTime.utc(year, month, day);
  return found.isValid ? found : undefined;
}
