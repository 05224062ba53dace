/** A TCP port nobody listens on at this moment. */
export function freePort(host?: string): Promise<number>;
