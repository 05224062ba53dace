const LONGEST = 200;
const MARK = ' (copy)';

/** Returns the name of a copy. */
export const copyName = (name: string): string => `${name.slice(0, LONGEST - MARK.length)}${MARK}`;

/** Takes of something the parts that make another one like it; what is null is left out. */
export const copyableParts = <T extends object, K extends keyof T>(
  whole: T,
  names: readonly K[],
): Partial<Pick<T, K>> =>
  Object.fromEntries(names.flatMap((name) => (whole[name] === null ? [] : [[name, whole[name]]]))) as Partial<
    Pick<T, K>
  >;
