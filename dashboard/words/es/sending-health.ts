import { plural } from '../plural.js';

/** The Spanish texts of the checks of a sender's domain. */

export const sendingHealth = 'Salud del envío';
export const passed = 'Superada';
export const warning = 'Advertencia';
export const failed = 'Fallida';
export const unknown = 'Desconocido';
export const notChecked = 'Sin comprobar';
export const checking = 'Comprobando…';
export const checkAgain = 'Comprobar de nuevo';
export const checkDomain = 'Comprobar dominio';
export const allChecksPassed = (domain: string) => `Todas las comprobaciones de ${domain} se han superado`;
export const needAttention = (checks: number, domain: string) =>
  plural(checks, {
    one: `# comprobación de ${domain} requiere atención`,
    other: `# comprobaciones de ${domain} requieren atención`,
  });
export const spf = 'SPF';
export const dkim = 'DKIM';
export const dmarc = 'DMARC';
export const mx = 'Recepción (MX)';
export const returnPath = 'Ruta de retorno';
export const listUnsubscribe = 'Baja con un clic';
export const currentRecord = 'Registro actual';
export const recordName = (type: string) => `Nombre del registro ${type}`;
export const newValue = 'Nuevo valor';
export const copyNameOf = (check: string) => `Copiar el nombre del registro: ${check}`;
export const copyValueOf = (check: string) => `Copiar el nuevo valor: ${check}`;
export const lastTest = 'Última prueba';
export const resultsAppear = 'Última prueba: los resultados aparecen cuando la prueba llega a un buzón conectado.';
export const noResultsReported = 'Última prueba: el servidor receptor no indicó resultados de SPF, DKIM ni DMARC.';
export const testPassed = 'La última prueba superó SPF, DKIM y DMARC';
export const testNeedsAttention = (results: number) =>
  plural(results, {
    one: '# resultado de la última prueba requiere atención',
    other: '# resultados de la última prueba requieren atención',
  });
export const reportedBy = (server: string) => `Indicado por ${server}`;
export const trackingDomain = 'Dominio de seguimiento';
