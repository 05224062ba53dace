/** Finds a TCP port nobody listens on at this moment. */
export function freePort(host?: string): Promise<number>;
/** Tells whether a port can be listened on now. */
export function isFree(port: number, host?: string): Promise<boolean>;
