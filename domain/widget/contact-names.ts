/** The texts that mail programs turn into a link: an address with a scheme or a path, or the name of a host. */
const LINK =
  /:\/\/|\bwww\.|[\p{L}\p{N}-]\.[a-z]{2,24}\/|[\p{L}\p{N}-]\.(?:com|net|org|info|biz|io|co|me|ru|cn|xyz|top|link|click|shop|online|site|live|app)(?![\p{L}\p{N}])/iu;
const MAX_READ = 1_000;

/**
 * Returns whether a name holds a link. Messages greet people by name, so a stranger could have us send links of theirs
 * to anyone.
 */
export const holdsLink = (name: string): boolean => LINK.test(name.slice(0, MAX_READ));
