/** The form of a part of a request, from the schemas. */
export type Shape = { help?: string } & (
  | { kind: 'ref'; to: string }
  | { kind: 'text' | 'long'; maxLength?: number; format?: string }
  | { kind: 'number'; whole: boolean; minimum?: number; maximum?: number }
  | { kind: 'yes' }
  | { kind: 'const'; value: unknown }
  | { kind: 'one'; words: readonly string[] }
  | { kind: 'list'; of: Shape; maxItems?: number }
  | ObjectShape
  | { kind: 'choice'; of: Readonly<Record<string, Shape>> }
  | { kind: 'trigger'; of: Shape; words: readonly string[] }
  | { kind: 'words'; maxLength?: number }
  | { kind: 'map' }
  | { kind: 'any' }
);

/** An object whose keys are known. */
export interface ObjectShape {
  kind: 'object';
  fields: Readonly<Record<string, Shape>>;
  required: readonly string[];
  help?: string;
}

/** A value that is being edited: anything that JSON can say. */
export type Plain = Record<string, unknown>;

/** Reads a value as an object; one that is none has no keys. */
export const plainOf = (value: unknown): Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : {};

/** Returns an object with another value at a key; undefined takes the key out. */
export function withKey(object: Plain, key: string, value: unknown): Plain {
  const { [key]: _, ...rest } = object;
  // A key that was there keeps its place, so that what is typed does not jump.
  if (value === undefined) return rest;
  return key in object ? { ...object, [key]: value } : { ...rest, [key]: value };
}
