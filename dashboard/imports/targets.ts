const COLUMNS = {
  first_name: 'First name',
  last_name: 'Last name',
  full_name: 'Whole name',
  email: 'E-mail',
  phone: 'Phone',
  company: 'Company',
  title: 'Title',
  source: 'Source',
  timezone: 'Time zone',
  country: 'Country',
  external_id: 'Your id',
  tags: 'Tags',
  'consent.email': 'Consent to e-mail',
  'consent.whatsapp': 'Consent to WhatsApp',
  'consent.call': 'Consent to calls',
  'consent.sms': 'Consent to SMS',
  'opt_out.email': 'Opt-out of e-mail',
  'opt_out.whatsapp': 'Opt-out of WhatsApp',
  'opt_out.call': 'Opt-out of calls',
  'opt_out.sms': 'Opt-out of SMS',
  'opt_out.all': 'Opt-out of all channels',
} as const;

const ODD = /[^\p{L}\p{N}_-]+/gu;

/** Lists where the cells of a column can go: a field of leads, a field of your own named as the column, or nowhere. */
export function targetsFor(header: string, current: string): { value: string; label: string }[] {
  const own = `metadata.${header.trim().toLowerCase().replace(ODD, '_').slice(0, 100) || 'column'}`;
  const named = (value: string) => ({ value, label: `Own field: ${value.slice('metadata.'.length)}` });
  const more = current.startsWith('metadata.') && current !== own ? [named(current)] : [];
  return [
    ...Object.entries(COLUMNS).map(([value, label]) => ({ value, label })),
    ...(current === 'owner_id' ? [{ value: 'owner_id', label: 'Owner' }] : []),
    ...(current === 'id' ? [{ value: 'id', label: 'Lead ID' }] : []),
    ...(current === 'metadata' ? [{ value: 'metadata', label: 'Own fields (JSON)' }] : []),
    ...more,
    named(own),
    { value: 'ignore', label: 'Leave it out' },
  ];
}
