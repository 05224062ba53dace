/** The Spanish texts of `dashboard/tasks`. */

export const taskCreated = 'Tarea creada.';
export const newTask = 'Nueva tarea';
export const createTask = 'Crear tarea';
export const leadOptional = 'Lead (opcional)';
export const edit = 'Editar';
export const save = 'Guardar';
export const markAsRead = 'Marcar como leída';
export const notifications = 'Notificaciones';
export const noNotifications = 'No hay notificaciones';
export const agentsAndJobsNotifyYouHere =
  'Los agentes y trabajos te avisan aquí, por ejemplo, cuando un lead pide hablar con una persona o vence una renovación.';
export const mine = 'Mías';
export const done = 'Hechas';
export const youreAllCaughtUp = 'Estás al día';
export const noOpenTasks = 'No hay tareas abiertas';
export const noCompletedTasksYet = 'Aún no hay tareas completadas';
export const unassigned = 'Sin asignar';
export const tasks = 'Tareas';
export const agentsAndJobsCreateTasksFor =
  'Los agentes y trabajos crean tareas para las personas, como llamar a un lead con un presupuesto alto. También puedes crear tareas tú.';
export const due = 'Vencimiento';
export const optional = 'Opcional';
export const assignee = 'Persona asignada';
export const title = 'Título';
export const taskCompleted = 'Tarea completada.';
export const reopen = 'Reabrir';
export const all = 'Todas';
