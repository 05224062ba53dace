/** Returns the address of the application's database on a private server. */
export function mysqlUrl(port: number | string, password: string): string;

/** Returns where the private server of a data folder has its socket. */
export function socketPath(dir: string): string;
