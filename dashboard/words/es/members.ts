import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/members`. */

export const inviteMember = 'Invitar miembro';
export const createInvitation = 'Crear invitación';
export const email = 'Correo';
export const role = 'Rol';
export const neverSignedIn = 'nunca ha iniciado sesión';
export const deactivated = 'Desactivado';
export const edit = (member: string) => `Editar ${member}`;
export const edit2 = 'Editar';
export const createResetLink = 'Crear enlace de restablecimiento';
export const reactivate = 'Reactivar';
export const deactivate = 'Desactivar';
export const deactivatingSignsOut = (member: string) =>
  `La sesión de ${member} se cierra de inmediato y no podrá iniciar sesión hasta que reactives su cuenta.`;
export const pendingInvitations = 'Invitaciones pendientes';
export const expires = 'Caduca ';
export const revoke = 'Revocar';
export const members = 'Miembros';
export const theLinkWasEmailedItCan = 'El enlace se ha enviado por correo. Se puede usar una vez.';
export const link = 'Enlace';
export const itWasAlsoEmailedItCan = 'También se ha enviado por correo. Se puede usar una vez y solo se muestra ahora.';
export const sendItToTheMemberYourself = 'Envíaselo tú al miembro. Se puede usar una vez y solo se muestra ahora.';
export const revokeApiKeys = '¿Revocar claves de API?';
export const createdApiKeysThatStillWork = (owner: string) =>
  `${owner} creó claves de API que siguen funcionando. Las solicitudes que usan una clave revocada se rechazan.`;
export const lastUsed = 'Último uso ';
export const neverUsed = 'Nunca usada';
export const keepKeys = 'Conservar claves';
export const revokeKey = (keys: number) => plural(keys, { one: 'Revocar clave', other: 'Revocar # claves' });
export const resetSecondFactor = 'Restablecer segundo factor';
