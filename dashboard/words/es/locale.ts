export const language = 'es';
export const clockLocale = 'es-ES';
