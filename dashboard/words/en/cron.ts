/** The words for schedules. The API describes schedules in English. */
export const CRON: { inWords?: (expression: string) => string } = {};
