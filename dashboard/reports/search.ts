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
type Said = { [K in keyof ReportsSearch]: string | undefined };
export type Change = (change: Said | ((now: ReportsSearch) => Said)) => void;

/** Applies a change to what the address says at that moment: two clicks may come before a page is drawn again. */
export const changedBy =
  (change: Parameters<Change>[0]) =>
  (now: ReportsSearch): ReportsSearch =>
    ({ ...now, ...(typeof change === 'function' ? change(now) : change) }) as never;
