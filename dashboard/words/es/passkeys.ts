/** The Spanish texts of `dashboard/passkeys`. */
export const passkeys = 'Llaves de acceso';
export const aPasskeyReplaces =
  'Con una llave de acceso inicias sesión con tu huella, tu cara o un PIN en lugar de tu contraseña. También cuenta como segundo factor.';
export const addPasskey = 'Añadir llave de acceso';
export const nameLabel = 'Nombre de la llave de acceso';
export const currentPassword = 'Contraseña actual';
export const rename = 'Cambiar nombre';
export const save = 'Guardar';
export const deletePasskey = 'Eliminar llave de acceso';
export const ifYouDeleteIt = 'Ya no podrás iniciar sesión con ella y se cerrarán tus otras sesiones.';
export const added = 'Añadida ';
export const lastUsed = 'Último uso ';
export const signInWithPasskey = 'Iniciar sesión con una llave de acceso';
export const usePasskey = 'Usar una llave de acceso';
export const noPasskey = 'No se usó la llave de acceso';
export const notSupported = 'Tu navegador no admite llaves de acceso en esta página.';
export const hasOneAlready = 'Este dispositivo ya tiene una llave de acceso tuya.';
export const cancelled =
  'Cancelaste el cuadro de diálogo o no hay ninguna llave de acceso para esta página. Inténtalo de nuevo o usa tu contraseña.';
