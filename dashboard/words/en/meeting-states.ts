/** The texts of `dashboard/words/meetings.ts`. */

export const meetingScheduled = 'Scheduled';
export const meetingConfirmed = 'Confirmed';
export const meetingCompleted = 'Completed';
export const meetingCancelled = 'Canceled';
export const meetingNoShow = 'No-show';
export const placeVideo = 'Video call';
export const placePhone = 'Phone call';
export const placeInPerson = 'In person';
