/** Names the database of the tests: beside the one a URL names, never that one itself. */
export function testDatabaseUrl(url: string): string;

/** Makes the database a URL names. */
export function createDatabase(url: string): Promise<void>;

/** Makes the database a URL names, empty, whatever it held before. */
export function recreateDatabase(url: string): Promise<void>;
