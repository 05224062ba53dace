/** The language of the texts. */
export const language = 'en';
export const clockLocale = 'en-GB';
