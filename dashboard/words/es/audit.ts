import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/audit`. */

export const people = 'Personas';
export const apiKeys = 'Claves de API';
export const userOrKey = 'Usuario o clave';
export const action = 'Acción';
export const resource = 'Recurso';
export const fromLabel = 'Desde';
export const to = 'Hasta';
export const removeFilter = (filter: string) => `Quitar filtro: ${filter}`;
export const thisResource = 'este recurso';
export const filterByThis = 'Filtrar por esto';
export const filterByThis2 = (name: string) => `Filtrar por esto: ${name}`;
export const noMatchingChanges = 'Ningún cambio coincide';
export const clearFilters = 'Borrar filtros';
export const noChangesYet = 'Aún no hay cambios';
export const changesAppearHereWithWhoMade = 'Los cambios aparecen aquí con quién los hizo y cuándo.';
export const auditLog = 'Registro de auditoría';
export const changes = 'Cambios';
export const rejected = 'Rechazado';
export const wrongPassword = 'Contraseña incorrecta';
export const lockedOut = 'Acceso bloqueado';
export const outcomeTimes = (outcome: string, count: number) =>
  `${outcome}, ${plural(count, { one: '# vez', other: '# veces' })}`;
export const searchedAndErased = (searched: number, erased: number) =>
  `${plural(searched, { one: '# registro revisado', other: '# registros revisados' })}, ${plural(erased, { one: '# con datos borrados', other: '# con datos borrados' })}`;
