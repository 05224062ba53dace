import { plural } from '../plural.js';

/** The Spanish texts about how a file is read, in `dashboard/imports`. */

export const sheet = 'Hoja';
export const headerLine = 'Línea de encabezado';
export const headerRow = 'Fila de encabezado';
export const dateOrder = 'Orden de la fecha';
export const encoding = 'Codificación del archivo';
export const detectAutomatically = 'Detectar automáticamente';
export const detectedLine = (line: number) => `Detectada: ${line}`;
export const dayFirst = 'Primero el día (31/12/2026)';
export const monthFirst = 'Primero el mes (12/31/2026)';
export const warnings = 'Advertencias por columna';
export const wholeRow = 'Fila completa';
export const linesWithWarning = (count: number, lines: readonly number[]) => {
  if (lines.length === 0) return plural(count, { one: '# fila', other: '# filas' });
  const named = lines.join(', ');
  return count > lines.length
    ? `Líneas ${named} y ${count - lines.length} más`
    : `${lines.length === 1 ? 'Línea' : 'Líneas'} ${named}`;
};
