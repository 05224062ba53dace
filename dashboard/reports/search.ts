const NAMES = ['tab', 'from', 'to', 'workflow_id', 'version', 'group', 'compare', 'show', 'beside'] as const;

/** What the address of the page says: which days, of what, and how put together. */
export type ReportsSearch = Partial<Record<(typeof NAMES)[number], string>>;

/** Takes of an address what the page understands. */
export const readReportsSearch = (given: Record<string, unknown>): ReportsSearch =>
  Object.fromEntries(
    NAMES.flatMap((name) => (typeof given[name] === 'string' && given[name] !== '' ? [[name, given[name]]] : [])),
  );

/** What each report of some days is asked with. */
export interface Days {
  from: string;
  to: string;
}

/** Changes what stands in the address; what is undefined goes out of it. */
export type Change = (change: { [K in keyof ReportsSearch]: string | undefined }) => void;
