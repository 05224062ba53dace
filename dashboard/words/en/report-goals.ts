/** The texts of monthly goals in the performance report. */

export const goals = 'Goals';
export const thisMonth = (from: string, to: string) => `This month, ${from} to ${to}`;
export const noGoals = 'No goals yet. Set a monthly target for meetings and wins.';
export const setGoal = 'Set goal';
export const goalOf = 'Goal of';
export const wholeAccount = 'Whole account';
export const meetingsTarget = 'Leads with a meeting per month';
export const wonTarget = 'Won leads per month';
export const emptyMeansNone = 'Leave a target empty for none. Without targets, the goal is deleted.';
export const meetingsBooked = 'Meetings booked';
export const won = 'Won';
export const reachedOf = (reached: string, target: string, share: string) => `${reached} of ${target} (${share})`;
export const reachedWithoutTarget = (reached: string) => `${reached}, no target`;
export const goalNote = 'A lead counts for the owner that it had when it was sent a message.';
export const formerUser = 'Former user';
export const goalSaved = 'Goal saved.';
export const progressOf = (goal: string, outcome: string) => `${goal}: ${outcome}`;
