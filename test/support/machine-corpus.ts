import { type Hit, type HitRequest, reasonOfRequest } from '../../domain/messages/machine-hits.js';

/** The hits of one mail with two links or one, and whether a machine made them. */
export interface LabelledMail {
  name: string;
  isMachine: boolean;
  hits: Hit[];
}

/** The time when the mails of the corpus were sent. */
export const SENT_AT = new Date('2030-03-04T10:00:00Z');

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0.7204.53 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 15; SM-S938B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 OPR/121.0.0.0',
];
const READERS = [
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.18925; ms-office; MSOffice 16)',
  'Outlook-iOS/709.2189947.prod.iphone (4.2521.0)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0',
  ...BROWSERS,
];
const PROGRAMS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Jakarta Commons-HttpClient/3.1 +http://www.linkedin.com)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'WhatsApp/2.23.20.0',
  'TelegramBot (like TwitterBot)',
  'curl/8.5.0',
  'Wget/1.21.4',
  'python-requests/2.32.3',
  'Python-urllib/3.12',
  'Go-http-client/1.1',
  'Java/17.0.11',
  'Apache-HttpClient/4.5.14 (Java/17.0.9)',
  'okhttp/4.12.0',
  'axios/1.7.2',
  'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/125.0.0.0 Safari/537.36',
  'Barracuda Sentinel (EE)',
  'BarracudaCentral/1.0',
  'Mozilla/5.0 (compatible; Proofpoint-URL-Defense/1.0)',
  'Mimecast-URL-Protect/1.0',
  'Symantec MessageLabs Link Scanner',
  'Mozilla/5.0 (compatible; CheckPoint URL Reputation)',
  'Mozilla/5.0 (compatible; Sophos Email Security)',
  '',
];

const [FIRST, SECOND] = ['https://example.com/a', 'https://example.com/b'];

type Request = Partial<HitRequest> & { url?: string | null; after: number };

/** Makes a hit as the API records it. `after` is in milliseconds since the mail was sent. */
function hit({ url = FIRST, after, method = 'GET', userAgent = BROWSERS[0] as string, purposes = [] }: Request): Hit {
  const request: HitRequest = { kind: url === null ? 'open' : 'click', method, userAgent, purposes };
  return { url, at: new Date(SENT_AT.getTime() + after), reason: reasonOfRequest(request) };
}

const mail = (isMachine: boolean, name: string, ...hits: Request[]): LabelledMail => ({
  name,
  isMachine,
  hits: hits.map(hit),
});

const times = (count: number, make: (n: number) => LabelledMail): LabelledMail[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** A minute to some days after the mail, and not twice the same. */
const later = (n: number): number => 60_000 + n * 47_513;
const browser = (n: number): string => BROWSERS[n % BROWSERS.length] as string;

/**
 * Makes the hits of machines and people as the following describe them, all synthetic and the same each time:
 *
 * - `isbot`'s collection of user agents for programs and link previews;
 * - the support pages of Microsoft Defender (Safe Links), Proofpoint (URL Defense), Mimecast (URL Protect) and Barracuda
 *   (Link Protection), and those of email services on "bot clicks": links are fetched at delivery or minutes later, all
 *   of them at once, with the user agents of common browsers, some after a HEAD request;
 * - Apple's Mail Privacy Protection, whose proxy loads every image with the user agent `Mozilla/5.0`;
 * - the image proxies of Gmail and Yahoo, which load an image when a person opens the mail.
 *
 * It holds what can't be told apart as well: a scanner that follows the only link of a mail minutes later as a browser,
 * and a person who opens two links within a second or a link within two of its delivery.
 */
export const machineCorpus = (): LabelledMail[] => [
  ...times(270, (n) =>
    mail(true, 'program', {
      userAgent: PROGRAMS[n % PROGRAMS.length] ?? '',
      after: later(n),
      url: n % 2 ? FIRST : null,
    }),
  ),
  ...times(150, (n) =>
    mail(true, 'privacy proxy', { userAgent: 'Mozilla/5.0', after: 1_000 + n * 120_000, url: null }),
  ),
  ...times(120, (n) =>
    mail(
      true,
      'scan at delivery',
      { userAgent: browser(n), after: (n * 37) % 1_999 },
      { userAgent: browser(n), after: (n * 53) % 1_999, url: null },
    ),
  ),
  ...times(150, (n) =>
    mail(
      true,
      'scan of all links minutes later',
      { userAgent: browser(n), after: later(n) },
      { userAgent: browser(n), after: later(n) + 20 + ((n * 17) % 900), url: SECOND },
      ...(n % 3 === 0 ? [{ userAgent: browser(n), after: later(n) + 400, url: null }] : []),
    ),
  ),
  ...times(100, (n) =>
    mail(
      true,
      'head before the link',
      { userAgent: browser(n), after: later(n), method: 'HEAD' },
      { userAgent: browser(n), after: later(n) + 50 + ((n * 19) % 1_800) },
    ),
  ),
  ...times(60, (n) =>
    mail(true, 'prefetch', {
      userAgent: browser(n),
      after: later(n),
      purposes: [n % 2 ? 'prefetch;prerender' : 'preview'],
    }),
  ),
  ...times(8, (n) => mail(true, 'scan of the only link', { userAgent: browser(n), after: later(n) })),
  ...times(320, (n) =>
    mail(false, 'open', { userAgent: READERS[n % READERS.length] ?? '', after: 2_500 + later(n), url: null }),
  ),
  ...times(320, (n) =>
    mail(
      false,
      'open and click',
      { userAgent: READERS[n % READERS.length] ?? '', after: later(n), url: null },
      { userAgent: browser(n), after: later(n) + 300 + ((n * 613) % 90_000) },
    ),
  ),
  ...times(120, (n) =>
    mail(
      false,
      'double click',
      { userAgent: browser(n), after: later(n) },
      { userAgent: browser(n), after: later(n) + 90 + (n % 300) },
    ),
  ),
  ...times(120, (n) =>
    mail(
      false,
      'two links one after the other',
      { userAgent: browser(n), after: later(n) },
      { userAgent: browser(n), after: later(n) + 1_050 + ((n * 211) % 60_000), url: SECOND },
    ),
  ),
  ...times(3, (n) =>
    mail(
      false,
      'two links at once',
      { userAgent: browser(n), after: later(n) },
      { userAgent: browser(n), after: later(n) + 900, url: SECOND },
    ),
  ),
  ...times(2, (n) => mail(false, 'at once after delivery', { userAgent: browser(n), after: 1_800 })),
];
