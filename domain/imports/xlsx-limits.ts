/** The limits of a spreadsheet, so that a small file can't unfold into a large one. */
export const XLSX_LIMITS = {
  /** Bytes of the file, which is kept in memory while it is read. */
  fileBytes: 20 * 1024 * 1024,
  /** Bytes of its parts once they are unpacked. */
  unpackedBytes: 400 * 1024 * 1024,
  parts: 2_000,
  /** Characters of all texts that its cells refer to. */
  sharedCharacters: 32 * 1024 * 1024,
  /** Characters of all rows: many cells may refer to one long text. */
  rowCharacters: 100 * 1024 * 1024,
  /** Characters of one row. */
  rowLength: 1024 * 1024,
  columns: 500,
  /** Levels of XML elements, and characters without any. */
  depth: 40,
  silence: 4 * 1024 * 1024,
} as const;
