/** The Spanish texts of `dashboard/sign-in`. */

export const signIn = 'Iniciar sesión';
export const email = 'Correo';
export const password = 'Contraseña';
export const thisServiceHasNoAccountYet =
  'Este servicio aún no tiene ninguna cuenta. Para crearla, abre el enlace de configuración que mostró npm start. Para obtener otro enlace, ejecuta:';
export const npmRunAdminSetupLink = 'npm run admin -- setup link';
export const forgotYourPassword = '¿Has olvidado tu contraseña?';
export const signInWith = (name: string) => `Iniciar sesión con ${name}`;
export const usePassword = 'Usar una contraseña';
export const notSignedIn = 'No has iniciado sesión';
/** Por qué el inicio de sesión único no inició ninguna sesión, según el código en la dirección de la página. */
export const SIGN_ON_REFUSALS: Readonly<Record<string, string>> = {
  off: 'Este servicio no tiene inicio de sesión único.',
  expired: 'El inicio de sesión tardó demasiado o empezó en otro navegador. Inténtalo de nuevo.',
  denied: 'Se canceló el inicio de sesión.',
  away: 'La página de inicio de sesión no está disponible. Inténtalo de nuevo en unos minutos.',
  failed: 'No se pudo iniciar sesión. Inténtalo de nuevo. Si vuelve a fallar, contacta con un administrador.',
  no_account: 'No tienes ninguna cuenta aquí. Contacta con un administrador.',
  no_role: 'No tienes ningún rol aquí. Contacta con un administrador.',
  unverified: 'Tu correo no está verificado. Verifícalo con tu proveedor de identidad e inténtalo de nuevo.',
  domain: 'Los correos de tu dominio no pueden iniciar sesión aquí.',
  linked: 'Tu correo pertenece a otro usuario de este servicio. Contacta con un administrador.',
  deactivated: 'Tu usuario está desactivado. Contacta con un administrador.',
};
export const code = 'Código';
export const codeOfYourApp = 'El código actual de tu aplicación de autenticación o un código de recuperación.';
