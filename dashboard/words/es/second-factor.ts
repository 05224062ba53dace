import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/second-factor`. */
export const secondFactor = 'Segundo factor';
export const setUpSecondFactor = 'Configura tu segundo factor';
export const aSecondFactorProtects =
  'Con una aplicación de autenticación, tu contraseña sola no basta para iniciar sesión. Necesitas una aplicación como Aegis, Google Authenticator o 1Password.';
export const yourAccountRequires =
  'Tu cuenta exige un segundo factor. Para continuar, configura una aplicación de autenticación, como Aegis, Google Authenticator o 1Password.';
export const currentPassword = 'Contraseña actual';
export const code = 'Código de la aplicación o código de recuperación';
export const codeOfTheApp = 'Código de la aplicación';
export const setUpAuthenticatorApp = 'Configurar aplicación de autenticación';
export const replaceAuthenticatorApp = 'Cambiar aplicación de autenticación';
export const scanTheCode = 'Escanea el código QR con tu aplicación.';
export const qrCode = 'Código QR para tu aplicación de autenticación';
export const orEnterTheKey = 'O introduce esta clave en la aplicación:';
export const copyKey = 'Copiar clave';
export const confirm = 'Confirmar';
export const createRecoveryCodes = 'Crear códigos de recuperación';
export const turnOff = 'Desactivar';
export const authenticatorAppSince = 'Aplicación de autenticación configurada ';
export const recoveryCodesLeft = (left: number) =>
  plural(left, { one: 'Queda # código de recuperación', other: 'Quedan # códigos de recuperación' });
export const recoveryCodes = 'Códigos de recuperación';
export const storeTheCodes =
  'Si pierdes tu aplicación, cada uno de estos códigos te permite iniciar sesión una vez. Guárdalos en un lugar seguro.';
