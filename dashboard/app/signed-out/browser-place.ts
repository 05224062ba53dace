/** The time zone of a browser, and its country where that is certain. */
interface BrowserPlace {
  timezone: string;
  country?: string;
}

/** Some browsers list the zones of a region, older ones as a property. */
interface RegionLocale extends Intl.Locale {
  getTimeZones?: () => string[] | undefined;
  timeZones?: string[];
}

const zonesOf = (region: string): readonly string[] => {
  const locale: RegionLocale = new Intl.Locale(`und-${region}`);
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
};

/**
 * Returns the place of a browser. Many browsers speak American English anywhere, so a region of its languages is its
 * country only if the zone lies there: phone numbers would be read by the rules of another country.
 */
export function placeOf(timezone: string, languages: readonly string[]): BrowserPlace {
  const country = languages
    .map((tag) => new Intl.Locale(tag).region)
    .find((region) => region && zonesOf(region).includes(timezone));
  return country ? { timezone, country } : { timezone };
}

/** The place of this browser. */
export const browserPlace = (): BrowserPlace =>
  placeOf(Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.languages);
