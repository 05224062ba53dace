import * as words from '../../words/en/meetings.js';

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** The maximum number of names in a label. Further ones are counted. */
const MOST_NAMES = 2;

/** Returns whether an address names a zone that this browser knows. */
export function isZone(zone: string | undefined): zone is string {
  try {
    return zone !== undefined && Intl.DateTimeFormat(undefined, { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

const named = (zone: string): string => zone.replaceAll('_', ' ');
const whoseOf = (who: readonly string[]): string =>
  who.length > MOST_NAMES ? words.host3(who.length) : who.join(', ');

/** Lists the time zones in use, each once, with their users, and then all others. */
export function zonesOf(
  account: string,
  hosts: readonly { name: string; timezone: string }[],
  browserZone = BROWSER_ZONE,
) {
  const whose = new Map<string, string[]>([[account, [words.accountZone]]]);
  const of = Map.groupBy(hosts, ({ timezone }) => timezone);
  for (const [zone, theirs] of of)
    whose.set(zone, [...(whose.get(zone) ?? []), whoseOf(theirs.map(({ name }) => name))]);
  whose.set(browserZone, [...(whose.get(browserZone) ?? []), words.myZone]);
  const near = [...whose].map(([value, who]) => ({ value, label: `${named(value)} (${who.join(', ')})` }));
  const far = Intl.supportedValuesOf('timeZone').filter((zone) => !whose.has(zone));
  return [
    { group: words.hostsAndAccount, items: near },
    { group: words.allTimeZones, items: far.map((value) => ({ value, label: named(value) })) },
  ];
}
