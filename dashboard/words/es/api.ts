/** The Spanish texts of `dashboard/api`. */

export const saveConflict = 'Conflicto al guardar';
export const someoneElseHasChangedThis = 'Otra persona ha modificado esto.';
export const requestFailed = 'La solicitud ha fallado';
export const theServiceReturnedAnUnexpected = 'El servicio ha devuelto una respuesta inesperada.';
export const serviceUnreachable = 'Servicio no disponible';
export const theServiceIsntResponding = 'El servicio no responde. Se conserva lo que has escrito. Inténtalo de nuevo.';
export const somethingWentWrong = 'Algo ha fallado';
