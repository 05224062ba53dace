/** The Spanish texts of pages that one-time links open. */

export const linkNotValid = 'Enlace no válido';
export const thisLinkWasUsedOrHas = 'Este enlace ya se usó o ha caducado.';
export const signIn = 'Iniciar sesión';
export const toCreateTheOwnerOfA =
  'Si aún no tienes cuenta, pide al operador un nuevo enlace de configuración. Se crea con:';
export const askAnAdminForANew = 'Si aún no te has unido, pide una nueva invitación a un administrador de tu equipo.';
export const requestANewLink = 'Pedir un enlace nuevo';
