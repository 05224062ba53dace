/** Formats a metadata value, strings without quotes. */
export const valueInWords = (value: unknown): string => {
  if (value === undefined || value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
