/** The texts of `dashboard/tasks`. */

export const taskCreated = 'Task created.';
export const newTask = 'New task';
export const createTask = 'Create task';
export const leadOptional = 'Lead (optional)';
export const edit = 'Edit';
export const save = 'Save';
export const markAsRead = 'Mark as read';
export const notifications = 'Notifications';
export const noNotifications = 'No notifications';
export const agentsAndJobsNotifyYouHere =
  'Agents and jobs notify you here, for example when a lead asks for a person or a renewal is due.';
export const mine = 'Mine';
export const done = 'Done';
export const youreAllCaughtUp = 'You’re all caught up';
export const noOpenTasks = 'No open tasks';
export const noCompletedTasksYet = 'No completed tasks yet';
export const unassigned = 'Unassigned';
export const tasks = 'Tasks';
export const agentsAndJobsCreateTasksFor =
  'Agents and jobs create tasks for people, such as a call to a lead with a large budget. You can also create tasks yourself.';
export const due = 'Due';
export const optional = 'Optional';
export const assignee = 'Assignee';
export const title = 'Title';
export const taskCompleted = 'Task completed.';
export const reopen = 'Reopen';
export const all = 'All';
