/** The Spanish texts of `dashboard/words/roles.ts`. */

export const roleOwner = 'Propietario';
export const roleOwnerMeans = 'Gestiona todo, también a otros propietarios.';
export const roleAdmin = 'Administrador';
export const roleAdminMeans = 'Configura agentes, remitentes, miembros y claves de API.';
export const roleOperator = 'Operador';
export const roleOperatorMeans = 'Trabaja con los leads: responde, toma el control, reserva reuniones e importa.';
export const roleViewer = 'Lector';
export const roleViewerMeans = 'Ve todo. No puede hacer cambios.';
