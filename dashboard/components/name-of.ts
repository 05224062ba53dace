/** Returns a person's name. */
export const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string | null }): string =>
  [first_name, last_name].filter(Boolean).join(' ');
