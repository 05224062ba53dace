const MIB = 1024 * 1024;

/** Files that the processes of one worker read at once. */
export const DOCUMENTS_AT_ONCE = 2;
/** Documents that a worker takes: those that wait are read in turns of their accounts, all within the time of a task. */
export const DOCUMENTS_TAKEN = 2 * DOCUMENTS_AT_ONCE;

/** The timeout for reading a file, in milliseconds. */
export const READ_MS = 60_000;
/** The memory limit of the process, including Node. */
export const RESIDENT_BYTES = 512 * MIB;
/** The most that it may say: a million characters as JSON, with their places. */
export const ANSWER_BYTES = 16 * MIB;
/** The longest document, in pages. */
export const MAX_PAGES = 500;
