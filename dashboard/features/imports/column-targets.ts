import * as words from '../../words/en/imports.js';

const COLUMNS = {
  first_name: words.firstName,
  last_name: words.lastName,
  full_name: words.fullName,
  email: words.email,
  phone: words.phone,
  company: words.company,
  title: words.title,
  source: words.source,
  timezone: words.timeZone,
  country: words.country,
  external_id: words.externalId,
  deal_value: words.dealValue,
  deal_currency: words.dealCurrency,
  tags: words.tags,
  'consent.email': words.emailConsent,
  'consent.whatsapp': words.whatsappConsent,
  'consent.call': words.callConsent,
  'consent.sms': words.smsConsent,
  'opt_out.email': words.emailOptOut,
  'opt_out.whatsapp': words.whatsappOptOut,
  'opt_out.call': words.callOptOut,
  'opt_out.sms': words.smsOptOut,
  'opt_out.all': words.optOutFromAllChannels,
} as const;

const UNSAFE = /[^\p{L}\p{N}_-]+/gu;

/** Lists where the cells of a column can go: a field of leads, a field of your own named as the column, or nowhere. */
export function targetsFor(header: string, current: string): { value: string; label: string }[] {
  const own = `metadata.${header.trim().toLowerCase().replace(UNSAFE, '_').slice(0, 100) || 'column'}`;
  const named = (value: string) => ({ value, label: words.customField(value.slice('metadata.'.length)) });
  const more = current.startsWith('metadata.') && current !== own ? [named(current)] : [];
  return [
    ...Object.entries(COLUMNS).map(([value, label]) => ({ value, label })),
    ...(current === 'owner_id' ? [{ value: 'owner_id', label: words.owner }] : []),
    ...(current === 'id' ? [{ value: 'id', label: words.leadId }] : []),
    ...(current === 'metadata' ? [{ value: 'metadata', label: words.customFieldsJson }] : []),
    ...more,
    named(own),
    { value: 'ignore', label: words.dontImport },
  ];
}
