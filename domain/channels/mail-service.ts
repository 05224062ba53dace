import type { EmailProviderName } from '../../schemas/channels/email-senders.js';

/** A service that sends emails, and what it needs in the DNS of a domain. */
export interface MailService {
  name: string;
  /** What the SPF record of the domain includes. */
  include: string;
  /** The DKIM selectors that it usually gives. Empty if they differ for each domain. */
  selectors: readonly string[];
  /** True if it replaces the return path with its own domain, unless the sender's is set up there. */
  replacesReturnPath: boolean;
}

const GOOGLE: MailService = {
  name: 'Google',
  include: '_spf.google.com',
  selectors: ['google'],
  replacesReturnPath: false,
};
const MICROSOFT: MailService = {
  name: 'Microsoft 365',
  include: 'spf.protection.outlook.com',
  selectors: ['selector1', 'selector2'],
  replacesReturnPath: false,
};
const AMAZON = { include: 'amazonses.com', replacesReturnPath: true };

/** The services by the domain of their mail servers. */
const BY_HOST: Readonly<Record<string, MailService>> = {
  'gmail.com': GOOGLE,
  'office365.com': MICROSOFT,
  'outlook.com': MICROSOFT,
  'amazonaws.com': { ...AMAZON, name: 'Amazon SES', selectors: [] },
  'resend.com': { ...AMAZON, name: 'Resend', selectors: ['resend'] },
  'sendgrid.net': { name: 'SendGrid', include: 'sendgrid.net', selectors: ['s1', 's2'], replacesReturnPath: true },
  'mailgun.org': {
    name: 'Mailgun',
    include: 'mailgun.org',
    selectors: ['pic', 'k1', 'mx', 'smtp', 'email', 'mailo'],
    replacesReturnPath: true,
  },
  'postmarkapp.com': { name: 'Postmark', include: 'spf.mtasv.net', selectors: [], replacesReturnPath: true },
};

/** Returns the service that a sender's emails leave by; undefined for a mail server of its own. */
export function mailServiceOf(provider: EmailProviderName, host: string | null): MailService | undefined {
  if (provider === 'google') return GOOGLE;
  if (provider === 'microsoft') return MICROSOFT;
  const name = (host ?? '').toLowerCase();
  const domain = Object.keys(BY_HOST).find((each) => name === each || name.endsWith(`.${each}`));
  return domain === undefined ? undefined : BY_HOST[domain];
}

/** The selectors that mail servers without a service of ours are mostly set up with. */
const COMMON_SELECTORS = ['default', 'dkim', 'mail', 'selector1', 's1', 'k1'];

/** Returns the DKIM selectors to look for: the one that is set, or else those that are common. */
export const selectorsOf = (service: MailService | undefined, selector: string | null): readonly string[] =>
  selector !== null ? [selector] : (service?.selectors ?? COMMON_SELECTORS);

/** Returns the domains that a DMARC record may be at: the domain, and above it up to two labels. */
export function dmarcDomains(domain: string): string[] {
  const labels = domain.split('.');
  // A domain of many labels is shortened at once (RFC 9989), so that no name costs many queries.
  const from = labels.length > 8 ? labels.length - 7 : 1;
  const above = labels.slice(from).map((_, at) => labels.slice(from + at).join('.'));
  return [domain, ...above.filter((each) => each.includes('.'))];
}
