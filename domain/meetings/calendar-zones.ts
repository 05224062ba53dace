import { createRequire } from 'node:module';
import { IANAZone } from 'luxon';
import { tzlib_get_timezones } from 'timezones-ical-library';

interface WindowsZones {
  supplemental: {
    windowsZones: { mapTimezones: { mapZone: { _other: string; _type: string; _territory: string } }[] };
  };
}

const load = createRequire(import.meta.url);

const keyOf = (name: string): string => name.toLowerCase().replaceAll('_', ' ');
const NAMES = [...tzlib_get_timezones()];
const IANA = new Map(NAMES.map((name) => [keyOf(name), name]));
/** The zone names of Windows and Exchange (Unicode CLDR). */
const WINDOWS = new Map(
  (load('cldr-core/supplemental/windowsZones.json') as WindowsZones).supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === '001')
    .map(({ mapZone }) => [keyOf(mapZone._other), mapZone._type.split(' ')[0] ?? '']),
);
/** Regions whose zones have directions or whole countries for names, not cities. */
const NO_CITIES = /^(?:Brazil|Mexico|Chile|Etc)\/|^Australia\/(?:North|South|West)$/;
const CITIES = new Map(
  NAMES.filter((name) => name.includes('/') && !NO_CITIES.test(name))
    .toReversed()
    .map((name) => [keyOf(name.slice(name.lastIndexOf('/') + 1)), name]),
);
/** Abbreviations and names in lists of Windows that name a zone in another way. */
const OTHERS = new Map(
  Object.entries({
    'coordinated universal': 'UTC',
    'greenwich mean': 'Europe/London',
    pst: 'America/Los_Angeles',
    pdt: 'America/Los_Angeles',
    mdt: 'America/Denver',
    cst: 'America/Chicago',
    cdt: 'America/Chicago',
    edt: 'America/New_York',
    akst: 'America/Anchorage',
    akdt: 'America/Anchorage',
    bst: 'Europe/London',
    cest: 'Europe/Paris',
    mez: 'Europe/Berlin',
    mesz: 'Europe/Berlin',
    west: 'Europe/Lisbon',
    eest: 'Europe/Athens',
    msk: 'Europe/Moscow',
    sast: 'Africa/Johannesburg',
    ist: 'Asia/Kolkata',
    jst: 'Asia/Tokyo',
    kst: 'Asia/Seoul',
    sgt: 'Asia/Singapore',
    hkt: 'Asia/Hong_Kong',
    aest: 'Australia/Sydney',
    aedt: 'Australia/Sydney',
    awst: 'Australia/Perth',
    acst: 'Australia/Adelaide',
    nzst: 'Pacific/Auckland',
    nzdt: 'Pacific/Auckland',
    'indiana (east)': 'America/Indianapolis',
    'baja california': 'America/Tijuana',
    bern: 'Europe/Zurich',
    brasilia: 'America/Sao_Paulo',
    beijing: 'Asia/Shanghai',
    'new delhi': 'Asia/Kolkata',
    astana: 'Asia/Almaty',
    'west central africa': 'Africa/Lagos',
    'international date line west': 'Etc/GMT+12',
    pretoria: 'Africa/Johannesburg',
    'cabo verde is.': 'Atlantic/Cape_Verde',
    'st. petersburg': 'Europe/Moscow',
    "nuku'alofa": 'Pacific/Tongatapu',
  }),
);

/** Returns the IANA name of a zone that is named as IANA, Windows or a known calendar program names it. */
export function ianaZoneOf(tzid: string): string | undefined {
  const name = cleaned(tzid);
  return known(name) ?? [...suffixesOf(name), ...tokensOf(name)].map(known).find((zone) => zone !== undefined);
}

/** A zone that a name suggests, an offset alone in the form `UTC+1`; `isSure` is false where more was named than that. */
export interface GuessedZone {
  zone: string;
  isSure: boolean;
}

const OFFSET = /^\(?(?:UTC|GMT)? ?([+\-\u2212]) ?(\d{1,2})(?:[:.]?(\d{2}))?\)?/i;

/** Guesses a zone from what calendar programs show people: an offset, an abbreviation, cities, or several of them. */
export function guessedZoneOf(tzid: string): GuessedZone | undefined {
  const name = cleaned(tzid);
  const stated = OFFSET.exec(name) ?? /^\((?:UTC|GMT)\)/i.exec(name);
  const offset = stated && (stated[1] === '+' ? 1 : -1) * (Number(stated[2] ?? 0) * 60 + Number(stated[3] ?? 0));
  const fixed = offset === null ? undefined : fixedZone(offset);
  const rest = name.slice(stated?.[0].length ?? 0).trim();
  if (rest === '') return fixed === undefined ? undefined : { zone: fixed, isSure: true };
  const places = rest
    .split(/[,:;/&|]/, 20)
    .flatMap((place) => [place, place.split('(', 1)[0] ?? ''])
    .map((place) => keyOf(place.trim()).replace(/ time$/, ''));
  const zone = places
    .map((place) => OTHERS.get(place) ?? WINDOWS.get(`${place} standard time`) ?? CITIES.get(place))
    .find((each) => each !== undefined && (offset === null || hasOffset(each, offset)));
  if (zone !== undefined) return { zone, isSure: true };
  return fixed === undefined ? undefined : { zone: fixed, isSure: false };
}

/** Without quotes, escapes and doubled spaces. */
const cleaned = (tzid: string): string =>
  tzid
    .slice(0, 500)
    .replace(/["\\]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?\/ ?/g, '/')
    .trim();

function known(name: string): string | undefined {
  // Exchange numbers zones of one name.
  const key = keyOf(name).replace(/ \d{1,2}$/, '');
  const windows = WINDOWS.get(key.replace(/ (?:daylight|summer) time$/, ' standard time'));
  const zone = IANA.get(key) ?? windows ?? (name.includes('/') ? name.replaceAll(' ', '_') : '');
  return IANAZone.isValidZone(zone) ? zone : undefined;
}

/** Lists the ends of a path such as `/mozilla.org/20050126_1/Europe/Berlin`, the longest first. */
function suffixesOf(name: string): string[] {
  const parts = name.split('/').filter((part) => part !== '');
  if (parts.length < 2) return [];
  return [3, 2, 1].filter((n) => n < parts.length || name.startsWith('/')).map((n) => parts.slice(-n).join('/'));
}

/** Lists the words that may be the name of a zone among others, as in `Europe/Berlin (CET)`. */
const tokensOf = (name: string): string[] => name.split(/[\s(),;]/, 20).filter((token) => token.includes('/'));

const fixedZone = (minutes: number): string | undefined => {
  const sign = minutes < 0 ? '-' : '+';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (hours > 15 || rest > 59) return undefined;
  return `UTC${sign}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
};

/** Returns whether a zone is ever that many minutes ahead of UTC, in either half of a year. */
function hasOffset(zone: string, minutes: number): boolean {
  const iana = IANAZone.create(zone);
  return [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)].some((at) => iana.offset(at) === minutes);
}
