/** Says a value of the metadata as it was given; a text without its quotes. */
export const valueInWords = (value: unknown): string => {
  if (value === undefined || value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
