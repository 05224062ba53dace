const MIB = 1024 * 1024;

/** How long reading a file may take. */
export const READ_MS = 60_000;
/** What the process may hold in memory, Node itself included. */
export const RESIDENT_BYTES = 512 * MIB;
/** The most that it may say: a million characters as JSON, with their places. */
export const ANSWER_BYTES = 16 * MIB;
/** The longest document, in pages. */
export const MAX_PAGES = 500;
