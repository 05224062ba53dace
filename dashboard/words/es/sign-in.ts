/** The Spanish texts of `dashboard/sign-in`. */

export const signIn = 'Iniciar sesión';
export const email = 'Correo';
export const password = 'Contraseña';
export const thisServiceHasNoAccountYet =
  'Este servicio aún no tiene ninguna cuenta. Para crearla, abre el enlace de configuración que mostró npm start. Para obtener otro enlace, ejecuta:';
export const npmRunAdminSetupLink = 'npm run admin -- setup link';
export const forgotYourPassword = '¿Has olvidado tu contraseña?';
