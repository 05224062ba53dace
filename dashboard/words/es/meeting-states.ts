/** The Spanish texts of `dashboard/words/meetings.ts`. */

export const meetingScheduled = 'Programada';
export const meetingConfirmed = 'Confirmada';
export const meetingCompleted = 'Celebrada';
export const meetingCancelled = 'Cancelada';
export const meetingNoShow = 'Ausencia';
export const placeVideo = 'Videollamada';
export const placePhone = 'Llamada telefónica';
export const placeInPerson = 'En persona';
