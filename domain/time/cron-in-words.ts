import cronstrue from 'cronstrue';

/** Says a cron expression as people do, on the clock of its zone; it was read by `parseCron` before. */
export const cronInWords = (expression: string): string =>
  cronstrue.toString(expression.trim().toLowerCase(), { use24HourTimeFormat: true });
