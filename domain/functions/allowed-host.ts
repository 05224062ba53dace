/** Returns whether a host is on a list of hosts. `*.example.com` matches every name below example.com. */
export const isAllowedHost = (host: string, allowed: readonly string[]): boolean =>
  allowed.some((entry) => {
    const wanted = entry.toLowerCase();
    if (wanted.startsWith('*.')) return host.endsWith(wanted.slice(1)) && host.length > wanted.length - 1;
    return host === wanted;
  });
