import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/profile`. */

export const account = 'Cuenta';
export const save = 'Guardar';
export const nameChanged = 'Nombre cambiado.';
export const nameLabel = 'Nombre';
export const password = 'Contraseña';
export const changePassword = 'Cambiar contraseña';
export const passwordChangedSignedOut = (ended: number) =>
  ended === 0
    ? 'Contraseña cambiada.'
    : `Contraseña cambiada. ${plural(ended, { one: 'Se ha cerrado # sesión más.', other: 'Se han cerrado # sesiones más.' })}`;
export const currentPassword = 'Contraseña actual';
export const notifications = 'Notificaciones';
export const yourProfile = 'Tu perfil';
export const activeSessions = 'Sesiones activas';
export const signOutAllOthers = 'Cerrar todas las demás';
export const unknownBrowser = 'Navegador desconocido';
export const thisSession = 'Esta sesión';
export const signOut = 'Cerrar sesión';
export const language = 'Idioma';
export const languageOfTheDashboard = 'Idioma del panel';
export const matchBrowser = 'Según el navegador';
export const english = 'English';
export const spanish = 'Español';
export const browserOnSystem = (browser: string, system: string) => `${browser} en ${system}`;
