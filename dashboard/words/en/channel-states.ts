/** The texts of `dashboard/words/channels.ts`. */

export const templateApproved = 'Approved';
export const templatePending = 'In review';
export const templateRejected = 'Rejected';
export const numberPending = 'Setting up';
export const numberConnected = 'Connected';
export const numberFlagged = 'Flagged';
export const numberRestricted = 'Restricted';
export const numberDisconnected = 'Disconnected';
export const qualityGreen = 'High quality';
export const qualityYellow = 'Medium quality';
export const qualityRed = 'Low quality';
export const qualityUnknown = 'Quality unknown';
