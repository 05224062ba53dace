import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json';
import { getCountries, getExampleNumber, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { csvLine, escapeCsvCell, unescapeCsvCell } from '../../domain/imports/csv-escape.js';
import { parseCountry } from '../../domain/values/country.js';
import { ALPHA2_BY_ALPHA3 } from '../../domain/values/country-codes.js';
import { addDateEvidence, dateShape, decideDateOrder, parseDate } from '../../domain/values/dates.js';
import { emailDomain, emailKey, parseEmail } from '../../domain/values/email.js';
import { parseMoney } from '../../domain/values/money.js';
import { parsePhone, phoneCountry, readPhone } from '../../domain/values/phone.js';
import { checkText, cut, findJsonProblem, findMetadataProblem, singleLine } from '../../domain/values/text.js';
import { parseTimezone } from '../../domain/values/timezone.js';

describe('parsePhone', () => {
  it.each([
    ['+525562992312', null, '+525562992312'],
    ['0015126525667', null, '+15126525667'],
    ['00 49 (0)1563 0633281', 'US', '+4915630633281'],
    ['0049 1563 0633281', 'US', '+4915630633281'],
    ['(415) 391-4672', 'US', '+14153914672'],
    ['415.391.4672', 'us', '+14153914672'],
    ['639 679 134', 'ES', '+34639679134'],
    ['+34 639 67 91 34', null, '+34639679134'],
    ['020 7946 0958', 'GB', '+442079460958'],
    ['(11) 98599-8871', 'BR', '+5511985998871'],
    ['tel:+1-415-391-4672', null, '+14153914672'],
    ['＋４９ 1563 0633281', null, '+4915630633281'],
    ['\u200e+49 1563 0633281\u202c', null, '+4915630633281'],
    ['+15551234567', null, '+15551234567'],
    ['+1 (555) 123-4567', null, '+15551234567'],
    ['+4915401332446', null, '+4915401332446'],
    ['="+34 600 222 401"', null, '+34600222401'],
    ['=+34600222401', null, '+34600222401'],
    ["'+34600222401", null, '+34600222401'],
    ["'0034600222401", null, '+34600222401'],
    ['p:+34600222401', null, '+34600222401'],
    ['Tel.: +34 600 222 401', null, '+34600222401'],
    ['Work mobile: 600 222 401', 'ES', '+34600222401'],
    ['mobile 600222401', 'ES', '+34600222401'],
    ['600 222 401 (casa)', 'ES', '+34600222401'],
    ['https://wa.me/34600222401', null, '+34600222401'],
    ['(+34) 600 222 401', null, '+34600222401'],
    ['(0034) 600 222 401', null, '+34600222401'],
    ['++34 600222401', null, '+34600222401'],
    ['+0034 600222401', null, '+34600222401'],
    ['+34_600_222_401', null, '+34600222401'],
    ['+34\u2212600\u2212222\u2212401', null, '+34600222401'],
    ['+٣٤٦٠٠٢٢٢٤٠١', null, '+34600222401'],
    ['6281234567890.0', 'ID', '+6281234567890'],
    ['6281234567890.00', 'JP', '+6281234567890'],
    ['6281234567890,0', 'ES', '+6281234567890'],
    ['+6281234567890.0', null, '+6281234567890'],
    ['6,281,234,567,890.00', 'ID', '+6281234567890'],
    ['6.281.234.567.890,00', 'ID', '+6281234567890'],
    ['6.281234567890E+12', 'ID', '+6281234567890'],
    ['34600222401', 'JP', '+34600222401'],
    ['+5215512345678', null, '+525512345678'],
    ['5215512345678', 'MX', '+525512345678'],
    ['+52 1 55 1234 5678', null, '+525512345678'],
    ['044 55 1234 5678', 'MX', '+525512345678'],
    ['01 55 1234 5678', 'MX', '+525512345678'],
    ['+52 044 55 1234 5678', null, '+525512345678'],
    ['+5491112345678', null, '+5491112345678'],
    ['011 15 1234-5678', 'AR', '+5491112345678'],
    ['+54 11 15 1234 5678', null, '+5491112345678'],
    ['+54 9 11 15 1234 5678', null, '+5491112345678'],
    ['0351 15 612-3456', 'AR', '+5493516123456'],
    ['+54 9 351 15 612 3456', null, '+5493516123456'],
  ])('reads %s dialled in %s as %s', (text, country, expected) => {
    const read = parsePhone(text, country);
    expect(read.ok ? read.value : undefined).toBe(expected);
  });

  it.each([
    ['12345', 'US'],
    ['12345', 'DE'],
    ['12345', 'MX'],
    ['+999', 'ES'],
    ['ext. 4411', 'GB'],
    ['n/a', 'IN'],
    ['', 'US'],
    ['   ', 'US'],
    ['+', 'US'],
    ['00', 'US'],
    ['call me', 'US'],
    ['1-800-FLOWERS', 'US'],
    ['415 391 4672 ext 5', 'US'],
    ['415 391 4672 x5', 'US'],
    ['4153914672', null],
    ['4153914672', 'XX'],
    ['+1 415 391 4672 / +1 415 391 4673', null],
    ['+12345678901234567890', null],
    ['+1415391467', null],
    ['1'.repeat(500), 'US'],
    ['+1\u0000 4153914672', null],
    ['<script>', 'US'],
    ['6.28123E+12', 'ID'],
    ['6,28123E+12', 'ID'],
    ['6.28123456789E+12', 'ID'],
    ['6281230000000', 'ID'],
    ['6281234567890.5', 'ID'],
    ['600222.0000', 'ES'],
    ['34600222401', null],
    ['34600222401', 'DE'],
    ['34600222401.0', 'DE'],
    ['15 1234 5678', 'AR'],
    ['+541512345678', null],
    ['#ERROR!', 'US'],
    ['########', 'US'],
  ])('refuses %j dialled in %s', (text, country) => {
    expect(parsePhone(text, country)).toMatchObject({ ok: false, code: 'INVALID_PHONE' });
  });

  it.each([
    ['+1 (212) 555-0123 ext. 45', '45'],
    ['+1 (212) 555-0123 EXT 45', '45'],
    ['+1 212-555-0123x45', '45'],
    ['+1 212 555 0123 #45', '45'],
    ['+1 212 555 0123;ext=45', '45'],
    ['tel:+1-212-555-0123;ext=4501', '4501'],
    ['+1 212 555 0123,,45', '45'],
    ['+1 212 555 0123 (ext. 45)', '45'],
    ['+1 212 555 0123, Durchwahl 45', '45'],
    ['+1 212 555 0123 DW 45', '45'],
    ['+1 212 555 0123 int. 45', '45'],
    ['+1 212 555 0123 poste 45', '45'],
    ['+1 212 555 0123 ramal 45', '45'],
    ['+1 212 555 0123 доб. 45', '45'],
    ['+1 212 555 0123 内線45', '45'],
  ])('reads the extension of %s next to the number', (text, extension) => {
    expect(readPhone(text)).toEqual({ ok: true, value: { number: '+12125550123', extension } });
    expect(parsePhone(text)).toMatchObject({ ok: false, message: "The phone number can't have an extension." });
  });

  const mobiles = getCountries()
    .flatMap((country) => getExampleNumber(country, examples) ?? [])
    .filter(
      // As a spreadsheet leaves a number that it shortened.
      ({ number }) => !number.endsWith('00000'),
    );
  const spellings: Record<string, (number: PhoneNumber) => string> = {
    'in E.164': ({ number }) => number,
    'in its international form': (number) => number.formatInternational(),
    'in its national form': (number) => number.formatNational(),
    'as a link': (number) => number.getURI(),
    'behind 00': ({ number }) => `00${number.slice(1)}`,
    'as a formula': ({ number }) => `="${number}"`,
    'as escaped text': ({ number }) => `'${number}`,
    'of lead ads': ({ number }) => `p:${number}`,
    'with its prefix in parentheses': (number) => `(+${number.countryCallingCode}) ${number.nationalNumber}`,
    'with an extension': (number) => `${number.formatInternational()} ext. 1234`,
    'as a floating point number': ({ number }) => `${number.slice(1)}.0`,
    'as a full scientific number': ({ number }) => `${number[1]}.${number.slice(2)}E+${number.length - 2}`,
  };

  it.each(Object.entries(spellings))("reads every country's number %s as that number", (_name, spell) => {
    expect(mobiles.length).toBeGreaterThan(200);
    const wrong = mobiles.flatMap((mobile) => {
      const text = spell(mobile);
      const read = readPhone(text, mobile.country);
      return read.ok && read.value.number === mobile.number ? [] : [[mobile.country, text, read]];
    });
    expect(wrong).toEqual([]);
  });

  it('reads a number without its plus sign as that number, as a mobile of the own country, or refuses it', () => {
    for (const country of ['DE', 'ES', 'US', 'BR', 'MX', 'AR', 'IT', 'AT', 'ID', 'JP', 'IN'] as const) {
      const another = mobiles.flatMap(({ number }) => {
        const digits = number.slice(1);
        if (digits.length < 11) return [];
        const read = readPhone(`${digits}.0`, country);
        if (!read.ok || read.value.number === number) return [];
        const own = parsePhoneNumberFromString(read.value.number);
        return own?.country === country && /MOBILE/.test(own.getType() ?? '') ? [] : [[country, digits, read.value]];
      });
      expect(another).toEqual([]);
    }
  });

  it('refuses every number that a spreadsheet shortened', () => {
    for (const { number, country } of mobiles) {
      const digits = number.slice(1);
      if (digits.length < 11) continue;
      const shown = `${digits[0]}.${digits.slice(1, 6)}E+${digits.length - 1}`;
      const saved = `${digits.slice(0, 6)}${'0'.repeat(digits.length - 6)}`;
      expect([shown, readPhone(shown, country).ok]).toEqual([shown, false]);
      expect([saved, readPhone(saved, country).ok]).toEqual([saved, false]);
    }
  });

  it('reads its own result again as the same number', () => {
    const read = parsePhone('(415) 391-4672', 'US');
    expect(read.ok && parsePhone(read.value)).toEqual(read);
    expect(read.ok && phoneCountry(read.value)).toBe('US');
  });

  it('never throws and never repeats the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const read = parsePhone(text, 'ES');
        if (read.ok) expect(read.value).toMatch(/^\+\d{6,15}$/);
        else if (text.length > 3) expect(read.message).not.toContain(text);
      }),
    );
  });
});

describe('phoneCountry', () => {
  it("says of every country's numbers what the library says", () => {
    const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples)?.number ?? []);
    expect(numbers.length).toBeGreaterThan(200);
    for (const number of numbers) {
      expect([number, phoneCountry(number)]).toEqual([number, parsePhoneNumberFromString(number)?.country]);
    }
  });

  it('knows no country for prefixes that none has', () => {
    expect(phoneCountry('+80012345678')).toBeUndefined();
    expect(phoneCountry('+999123456')).toBeUndefined();
  });
});

describe('parseEmail', () => {
  it.each([
    ['lead@example.com', 'lead@example.com'],
    ['  Lead7.609@EXAMPLE.com ', 'Lead7.609@example.com'],
    ['Ana Díaz <ana.diaz+x@sub.example.co.uk>', 'ana.diaz+x@sub.example.co.uk'],
    ['mailto:ana@example.org', 'ana@example.org'],
    ["o'brien@example.org", "o'brien@example.org"],
    ['用户@例子.广告', '用户@例子.广告'],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    ['ana@\u200bexample.org', 'ana@example.org'],
    ['tim.t@example.com,', 'tim.t@example.com'],
    ['win.t@example.com.', 'win.t@example.com'],
    ['ana..b@docomo.ne.jp', 'ana..b@docomo.ne.jp'],
    ['taro.@ezweb.ne.jp', 'taro.@ezweb.ne.jp'],
  ])('reads %j as %s', (text, expected) => expect(parseEmail(text)).toEqual({ ok: true, value: expected }));

  it.each([
    '',
    'not-an-email',
    'Samuel@',
    '@example.com',
    'a@b@c.com',
    'foo @example.com',
    'foo@exam ple.com',
    'a@localhost',
    'a@example',
    'a@.com',
    'a@example..com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@-x.com',
    'a@x-.com',
    'a@example.c',
    'a@example.123',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@example.com\r\nBcc: b@x.com',
    'a@example.com,b@example.com',
    'a\u0000@example.com',
    '\ud800@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
    '"a b"@example.com',
    'a@example.com>',
    '<>',
  ])('refuses %j', (text) => expect(parseEmail(text)).toMatchObject({ ok: false, code: 'INVALID_EMAIL' }));

  it('tells the same person by case-folded key', () => {
    expect(emailKey('LEAD7.39@Example.NET')).toBe(emailKey('lead7.39@example.net'));
    expect(emailKey('Jose\u0301@x.com')).toBe(emailKey('JOSÉ@x.com'));
    expect(emailDomain('a@B.com')).toBe('b.com');
  });
});

describe('parseMoney', () => {
  it('reads the word for millions as such', () => {
    expect(parseMoney('1,5 Mio')).toEqual({ ok: true, value: 1_500_000 });
    expect(parseMoney('1,5 MIO EUR')).toEqual({ ok: true, value: 1_500_000 });
  });

  it.each<[string, number]>([
    ['9k', 9_000],
    ['$15,000', 15_000],
    ['1.2m', 1_200_000],
    ['1.1M', 1_100_000],
    ['2.5bn', 2_500_000_000],
    ['39854', 39_854],
    ['78K', 78_000],
    ['$ 1,234.56', 1234.56],
    ['1.234,56 €', 1234.56],
    ['€1.500', 1_500],
    ['R$ 2.000', 2_000],
    ['1.500', 1.5],
    ['1,500', 1_500],
    ['12,5', 12.5],
    ["CHF 1'250.00", 1_250],
    ['15 000 EUR', 15_000],
    ['15\u00a0000 €', 15_000],
    ['USD 15,000', 15_000],
    ['15,000 USD', 15_000],
    ['(500)', -500],
    ['-$20', -20],
    ['- 20', -20],
    ['+7', 7],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['12,34,567', 1_234_567],
    ['0', 0],
    ['-0', 0],
    ['.5', 0.5],
    ['£9.99', 9.99],
    ['¥1000', 1000],
    ['0.1', 0.1],
    ['9 k', 9_000],
    ['1,50,000', 150_000],
    ['₹ 2.5 lakh', 250_000],
    ['Rs. 3 cr', 30_000_000],
    ['1.25 crore', 12_500_000],
    ['4 lacs', 400_000],
    ['kr 1.500', 1_500],
    ['1.500 kr.', 1_500],
    ['1 500,50 kr', 1_500.5],
    ['2.500,-', 2_500],
    ['TDKK 500', 500_000],
    ['12 MEUR', 12_000_000],
    ['3,5 k€', 3_500],
    ['TEUR 1.200', 1_200_000],
    ["CHF 1'234'567.–", 1_234_567],
    ['1’500.—', 1_500],
    ['Rp 1.500.000', 1_500_000],
    ['2 Mrd. €', 2_000_000_000],
    ['3 millones', 3_000_000],
    ['1,5 milhões', 1_500_000],
    ['200 tsd', 200_000],
    ['15 000 euros', 15_000],
  ])('reads %s', (text, value) => expect(parseMoney(text)).toEqual({ ok: true, value }));

  it.each([
    '',
    'k',
    '$',
    'abc',
    '1.2.3',
    '1,2,3',
    '12-34',
    '9kk',
    '1e5',
    '0x10',
    'Infinity',
    'NaN',
    '9007199254740993000',
    '1,23.456,7',
    '10-20k',
    '50%',
    '1 2',
    '2026-01-02',
    '06/08/2026',
    '٣',
    'call 555',
  ])('refuses %j', (text) => expect(parseMoney(text)).toMatchObject({ ok: false, code: 'INVALID_NUMBER' }));

  it('reads every plain number as that number', () => {
    fc.assert(fc.property(fc.integer(), (n) => expect(parseMoney(String(n))).toEqual({ ok: true, value: n })));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 50 }), (n) =>
        expect(parseMoney(n.toLocaleString('en-US'))).toEqual({ ok: true, value: n }),
      ),
    );
  });
});

describe('the order of slashed dates', () => {
  const decide = (texts: string[]) => {
    const evidence = { dayFirst: 0, monthFirst: 0, ambiguous: 0 };
    for (const text of texts) addDateEvidence(evidence, dateShape(text));
    return decideDateOrder(evidence);
  };

  it.each([
    [['06/08/2026', '06/17/2026'], 'month_first'],
    [['06/08/2026', '17/06/2026'], 'day_first'],
    [['06/08/2026', '01/02/2026'], 'undecided'],
    [['17/06/2026', '06/17/2026'], 'contradictory'],
    [['2026-01-02', '2026-03-23 23:09'], 'not_needed'],
    [['31/31/2026', '2026-01-02'], 'not_needed'],
    [['12/12/2026'], 'undecided'],
    [['13-12-26'], 'day_first'],
    [['2026-01-02', '06/17/2026 14:30'], 'month_first'],
  ])('of %j is %s', (texts, expected) => expect(decide(texts)).toBe(expected));
});

describe('parseDate', () => {
  it('reads days whose year comes first', () => {
    for (const text of ['2026/11/03', '2026/11/3', '2026.11.03']) {
      expect(parseDate(text, {})).toEqual({ ok: true, value: '2026-11-03' });
    }
  });

  it.each<[string, 'day_first' | 'month_first' | null, string, string]>([
    ['2026-03-23', null, 'utc', '2026-03-23'],
    ['2026-03-23 23:09', null, 'utc', '2026-03-23T23:09:00.000Z'],
    ['2026-03-23 23:09', null, 'Europe/Madrid', '2026-03-23T22:09:00.000Z'],
    ['2026-03-23T23:09:01.5Z', null, 'Europe/Madrid', '2026-03-23T23:09:01.500Z'],
    ['2026-03-23 23:09:00 +02:00', null, 'utc', '2026-03-23T21:09:00.000Z'],
    ['2026-03-23 23:09 UTC', null, 'Asia/Tokyo', '2026-03-23T23:09:00.000Z'],
    ['06/08/2026', 'month_first', 'utc', '2026-06-08'],
    ['06/08/2026', 'day_first', 'utc', '2026-08-06'],
    ['6/8/26 2:30 PM', 'month_first', 'utc', '2026-06-08T14:30:00.000Z'],
    ['1/2/2026 12:00 AM', 'month_first', 'utc', '2026-01-02T00:00:00.000Z'],
    ['31.12.2026', null, 'utc', '2026-12-31'],
    ['17 Jun 2026', null, 'utc', '2026-06-17'],
    ['June 17, 2026', null, 'utc', '2026-06-17'],
    ['Sept 3rd, 2026', null, 'utc', '2026-09-03'],
    ['1767225600', null, 'utc', '2026-01-01T00:00:00.000Z'],
    ['1767225600000', null, 'utc', '2026-01-01T00:00:00.000Z'],
    ['2028-02-29', null, 'utc', '2028-02-29'],
  ])('reads %s (%s, %s) as %s', (text, order, zone, expected) => {
    expect(parseDate(text, { order, zone })).toEqual({ ok: true, value: expected });
  });

  it.each<[string, 'day_first' | 'month_first' | null]>([
    ['06/08/2026', null],
    ['17/06/2026', 'month_first'],
    ['06/17/2026', 'day_first'],
    ['2026-02-30', null],
    ['2027-02-29', null],
    ['2026-13-01', null],
    ['31.02.2026', null],
    ['0001-01-01', null],
    ['9999-01-01', null],
    ['2026-01-01 25:00', null],
    ['1/2/2026 13:00 PM', 'day_first'],
    ['', null],
    ['soon', null],
    ['17 Foo 2026', null],
    ['20260323', null],
  ])('refuses %j with order %s', (text, order) =>
    expect(parseDate(text, { order })).toMatchObject({ ok: false, code: 'INVALID_DATE' }),
  );
});

describe('parseCountry', () => {
  it.each([
    ['MX', 'MX'],
    ['mx', 'MX'],
    ['MEX', 'MX'],
    ['Mexico', 'MX'],
    ['México', 'MX'],
    ['United States', 'US'],
    ['USA', 'US'],
    ['U.S.A.', 'US'],
    ['EE.UU.', 'US'],
    ['Estados Unidos', 'US'],
    ['UK', 'GB'],
    ['England', 'GB'],
    ['Deutschland', 'DE'],
    ['ALEMANIA', 'DE'],
    ['Brasil', 'BR'],
    ['Côte d’Ivoire', 'CI'],
    ["Cote d'Ivoire", 'CI'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ['The Netherlands', 'NL'],
    ['España', 'ES'],
    ['United Arab Emirates', 'AE'],
    ['Korea', 'KR'],
  ])('reads %s as %s', (text, code) => expect(parseCountry(text)).toEqual({ ok: true, value: code }));

  it.each(['', 'XX', 'Narnia', 'EU', 'ZZ', '12', 'constructor'])('refuses %j', (text) => {
    expect(parseCountry(text)).toMatchObject({ ok: false, code: 'INVALID_COUNTRY' });
  });

  it('knows all 250 codes, each under its English name too', () => {
    const names = new Intl.DisplayNames(['en'], { type: 'region' });
    expect(ALPHA2_BY_ALPHA3.size).toBe(250);
    expect(new Set(ALPHA2_BY_ALPHA3.values()).size).toBe(250);
    for (const [alpha3, alpha2] of ALPHA2_BY_ALPHA3) {
      expect(parseCountry(alpha3)).toEqual({ ok: true, value: alpha2 });
      expect(parseCountry(names.of(alpha2) ?? '')).toEqual({ ok: true, value: alpha2 });
    }
  });
});

describe('parseTimezone', () => {
  it.each([
    ['Europe/Madrid', 'Europe/Madrid'],
    ['america/new_york', 'America/New_York'],
    ['America/Sao Paulo', 'America/Sao_Paulo'],
    ['UTC', 'UTC'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
  ])('reads %s', (text, zone) => expect(parseTimezone(text)).toEqual({ ok: true, value: zone }));
  it.each(['', '+02:00', 'Mars/Olympus', 'Europe', '../etc', 'Europe/Madrid\u0000'])('refuses %j', (text) => {
    expect(parseTimezone(text)).toMatchObject({ ok: false, code: 'INVALID_TIMEZONE' });
  });
});

describe('texts and metadata', () => {
  it('hold no NUL and no lone surrogate', () => {
    expect(checkText('ñ 👍\n').ok).toBe(true);
    for (const text of ['a\u0000', '\ud800', 'x\udc00y']) expect(checkText(text).ok).toBe(false);
  });

  it('become one line without control characters', () => {
    expect(singleLine(' a\r\n\tb\u2028c\u0000\u007f\u0085 ')).toBe('a b c');
    expect(cut('ab👍', 3)).toBe('ab');
  });

  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
  it.each<[unknown, string]>([
    [JSON.parse('{"a":{"__proto__":1}}'), '/a/__proto__'],
    [JSON.parse('{"a":{"constructor":1}}'), '/a/constructor'],
    [{ prototype: {} }, '/prototype'],
    [{ a: [1, { 'b/c': 'x\u0000' }] }, '/a/1/b~1c'],
    [{ a: { 'k\ud800': 1 } }, '/a'],
    [{ n: 9_007_199_254_740_994 }, '/n'],
    [{ n: -1e300 }, '/n'],
    [{ n: Number.NaN }, '/n'],
    [{ n: Number.POSITIVE_INFINITY }, '/n'],
  ])('refuse %j', (value, field) => expect(findJsonProblem(value)).toMatchObject({ field }));

  it('may be nested 16 deep and no deeper, however deep they come', () => {
    expect(findJsonProblem(nested(16))).toBeUndefined();
    expect(findJsonProblem(nested(17))).toBeDefined();
    const deep: unknown = Array.from({ length: 100_000 }).reduce((inner) => [inner], 1);
    expect(findJsonProblem(deep)).toBeDefined();
  });

  it('may hold 200 keys and 64 KiB and no more', () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
    expect(findMetadataProblem(keys(200))).toBeUndefined();
    expect(findMetadataProblem(keys(201))).toBeDefined();
    expect(findMetadataProblem({ a: 'x'.repeat(65_536 - 8) })).toBeUndefined();
    expect(findMetadataProblem({ a: 'ñ'.repeat(32_768) })).toBeDefined();
    expect(findMetadataProblem({ n: 2 ** 53 })).toBeUndefined();
  });
});

describe('an exported cell', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '=HYPERLINK("http://x")',
    '\t=1',
    ' =1',
    '\r=1',
    '\n@x',
    '＝1',
    '＋1',
    '\u200b=1',
    '\ufeff=1',
    '\tx',
  ])('of %j is no formula', (text) => {
    expect(escapeCsvCell(text)).toBe(`'${text}`);
    expect(unescapeCsvCell(escapeCsvCell(text))).toBe(text);
  });

  it('of harmless values is left alone', () => {
    for (const text of ["'=1", "''=1", "'+1", "'\t"]) expect(unescapeCsvCell(escapeCsvCell(text))).toBe(text);
    for (const text of ['a=1', "O'Brien", "'quoted'", 'a-b', '', 'x@y.z']) expect(escapeCsvCell(text)).toBe(text);
    expect([escapeCsvCell(-5), escapeCsvCell(null), escapeCsvCell({ a: 1 }), escapeCsvCell(true)]).toEqual([
      '-5',
      '',
      '{"a":1}',
      'true',
    ]);
  });

  it('is quoted where the format needs it', () => {
    expect(csvLine(['a,b', 'say "hi"', 'x\ny', ' z', '=1', 3])).toBe('"a,b","say ""hi""","x\ny"," z",\'=1,3\r\n');
  });
});
