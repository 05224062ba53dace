/** The Spanish texts of monthly goals in the performance report. */

export const goals = 'Objetivos';
export const thisMonth = (from: string, to: string) => `Este mes, del ${from} al ${to}`;
export const noGoals = 'Todavía no hay objetivos. Establece un objetivo mensual de reuniones y ventas.';
export const setGoal = 'Establecer objetivo';
export const goalOf = 'Objetivo de';
export const wholeAccount = 'Toda la cuenta';
export const meetingsTarget = 'Leads con reunión al mes';
export const wonTarget = 'Leads ganados al mes';
export const emptyMeansNone = 'Deja un objetivo vacío si no lo hay. Sin valores, se elimina.';
export const meetingsBooked = 'Reuniones reservadas';
export const won = 'Ganados';
export const reachedOf = (reached: string, target: string, share: string) => `${reached} de ${target} (${share})`;
export const reachedWithoutTarget = (reached: string) => `${reached}, sin objetivo`;
export const goalNote = 'Un lead cuenta para el responsable que tenía cuando se le envió un mensaje.';
export const formerUser = 'Usuario anterior';
export const goalSaved = 'Objetivo guardado.';
export const progressOf = (goal: string, outcome: string) => `${goal}: ${outcome}`;
