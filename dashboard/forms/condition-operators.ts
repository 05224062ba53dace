import type { Answer } from '../api/operation-types.js';

type Reference = Answer<'getScheduledFunctionsReference'>['leads_query'];
const ANY = ['any'];

/** The types that metadata of a type is compared as: files and forms bring numbers, dates and yes or no as text. */
const OF_METADATA: Readonly<Record<string, readonly string[]>> = {
  string: ['string', 'number', 'date', 'boolean'],
  number: ['number'],
  boolean: ['boolean'],
  array: ['set'],
};
/** The types that captured variables are compared as, if not by their own names. */
const OF_FIELD: Readonly<Record<string, string>> = { text: 'string', enum: 'string', email: 'string', phone: 'string' };

/** Returns the types that a value can be compared as; `any` if they aren't known. */
export function typesOf(reference: Reference | undefined, source: string, key: string): readonly string[] {
  const typeIn = (known: readonly { key: string; type: string }[]) => known.find((each) => each.key === key)?.type;
  if (!reference) return ANY;
  if (source === 'metadata') return OF_METADATA[typeIn(reference.account.metadata_keys) ?? ''] ?? ANY;
  if (source === 'field') {
    const type = typeIn(reference.account.fields) ?? 'any';
    return [OF_FIELD[type] ?? type];
  }
  const known = reference.sources.find((each) => each.source === source);
  const only = known?.types.length === 1 ? known.types : ANY;
  const type = known?.key_types[key];
  return type ? [type] : only;
}

/** Lists the operators that compare a value of these types, in their order. Operators that aren't described fit any. */
export function operatorsFor(
  types: readonly string[],
  reference: Reference | undefined,
  operators: readonly string[],
): readonly string[] {
  if (!reference || types.includes('any')) return operators;
  const described = new Map(reference.operators.map((each) => [each.name, each.types]));
  return operators.filter((name) => {
    const fits = described.get(name) ?? ANY;
    return fits.includes('any') || fits.some((type) => types.includes(type));
  });
}
