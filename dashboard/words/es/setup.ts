/** The Spanish texts of `dashboard/setup`. */

export const setup = 'Configuración inicial';
export const toCreateTheOwnerAccountOpen =
  'Para crear la cuenta del propietario, abre el enlace de configuración que mostró npm start. Para obtener otro enlace, ejecuta:';
export const npmRunAdminSetupLink = 'npm run admin -- setup link';
export const signIn = 'Iniciar sesión';
export const welcome = 'Te damos la bienvenida';
export const youreCreatingTheOwnerAccount = 'Estás creando la cuenta del propietario.';
export const createAccount = 'Crear cuenta';
export const itUsesYourTimeZone = (zone: string) =>
  `Usa tu zona horaria, ${zone}, si aún no tiene otra. Puedes cambiarla en los ajustes.`;
