import { type CronWords, cronInWords } from '../../../domain/time/cron-in-words.js';
import type { CRON as English } from '../en/cron.js';

/** The Spanish words for schedules. */
const SPANISH: CronWords = {
  days: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
  months: [
    ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio'],
    ...['julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
  ],
  and: 'y',
  or: 'o',
  span: (from, to) => `de ${from} a ${to}`,
  at: (times) => `${times.startsWith('01:') ? 'a la' : 'a las'} ${times}`,
  everyMinute: 'cada minuto',
  everyMinutes: (step) => `cada ${step} minutos`,
  past: (minutes, isOne) => `en ${isOne ? 'el minuto' : 'los minutos'} ${minutes} de la hora`,
  everyHour: 'cada hora',
  everyHours: (step) => `cada ${step} horas`,
  hourly: (from, to) => `cada hora de ${from} a ${to}`,
  between: (from, to) => `entre ${from} y ${to}`,
  onMonthDays: (days, areMany) => `${areMany ? 'los días' : 'el día'} ${days} del mes`,
  onWeekdays: (weekdays, isOne) => (isOne ? `solo el ${weekdays}` : weekdays),
  orOn: (weekdays) => `o ${weekdays}`,
  ifThatDayIs: (weekdays) => `si ese día es ${weekdays}`,
  inMonths: (months, isOne) => (isOne ? `solo en ${months}` : months),
};

export const CRON: typeof English = { inWords: (expression) => cronInWords(expression, SPANISH) };
