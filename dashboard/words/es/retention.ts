import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/words/retention.ts`. */

export const settingHistoryDays = 'Actividades de leads y ejecuciones';
export const settingFunctionRunsDays = 'Ejecuciones de funciones';
export const settingJobCyclesDays = 'Ciclos de trabajos';
export const settingMessageHtmlDays = 'HTML de los mensajes (el texto se conserva)';
export const settingAuditValuesDays =
  'Valores anteriores y nuevos del registro de auditoría (sus entradas se conservan)';
export const kindHistory = 'actividades';
export const kindFunctionRuns = 'ejecuciones';
export const kindFunctionFires = 'ejecuciones programadas de funciones';
export const kindJobCycles = 'ciclos';
export const kindMessageHtml = 'mensajes';
export const kindAuditValues = 'entradas de auditoría';
export const keptUnread = 'aún sin procesar por informes, trabajos o funciones';
export const keptEnrolled = 'leads inscritos ahora o hace poco';
export const keptOpen = 'aún en curso';
export const keptLast = 'último ciclo de cada trabajo';
export const keptResting = 'necesarios para las pausas de los trabajos';
export const keptUnsent = 'aún se pueden enviar';
export const years = (years: number) => plural(years, { one: '# año', other: '# años' });
export const days = (days: number) => plural(days, { one: '# día', other: '# días' });
