/** Returns the password of a data folder's private database server. */
export function databasePassword(dir: string): Promise<string>;
