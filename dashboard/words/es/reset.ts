/** The Spanish texts of `dashboard/reset`. */

export const checkYourEmail = 'Revisa tu correo';
export const ifHasAnAccountWeveEmailed = (email: string) =>
  `Si ${email} tiene una cuenta, hemos enviado un enlace para restablecer la contraseña. Es válido durante una hora. Si no llega, pide un enlace a un propietario o administrador de tu cuenta, o al operador de este servicio.`;
export const signIn = 'Iniciar sesión';
export const resetPassword = 'Restablecer contraseña';
export const enterTheEmailAddressYouSign =
  'Introduce la dirección de correo con la que inicias sesión y te enviaremos un enlace.';
export const sendResetLink = 'Enviar enlace';
export const email = 'Correo';
export const passwordChanged = 'Contraseña cambiada';
export const youveBeenSignedOutEverywhereSign =
  'Se ha cerrado tu sesión en todas partes. Inicia sesión con tu nueva contraseña.';
export const setPassword = 'Cambiar contraseña';
