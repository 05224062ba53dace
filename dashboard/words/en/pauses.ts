/** The texts of `dashboard/words/pauses.ts`. */

export const waitingForUs = 'Waiting for us';
export const takenOver = 'Taken over';
export const takenOverBy = (name: string) => `Taken over by ${name}`;
export const takenOverByEmail = 'Taken over by email';
export const takenOverInWhatsapp = 'Taken over in WhatsApp';
export const takenOverByAnIntegration = 'Taken over by an integration';
export const onHold = 'On hold';
export const pausedBy = (name: string) => `Paused by ${name}`;
export const pausedByAnIntegration = 'Paused by an integration';
export const pausedByARule = 'Paused automatically';
