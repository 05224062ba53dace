/** The texts of `dashboard/words/holds.ts`. */

export const editSendingHours = 'Edit sending hours';
export const openNumbers = 'Open numbers';
export const openVoiceAgents = 'Open voice agents';
export const openSenders = 'Open senders';
export const editLimits = 'Edit limits';
export const useATemplate = 'Use a template';
export const openTemplates = 'Open templates';
export const openInInbox = 'Open in inbox';
export const openAgent = 'Open agent';
export const recordConsent = 'Record consent';
export const openRun = 'Open run';
export const openSettings = 'Open settings';
