import { foldHeader } from './fold-header.js';

/**
 * The lead columns that a file's column can fill; `full_name` is split into first and last name, `opt_out.<channel>`
 * opts out of a channel where its cell is a yes, `id` names a lead of the account, `metadata` holds a JSON object.
 */
export const LEAD_TARGETS = [
  ...(['first_name', 'last_name', 'full_name', 'email', 'phone', 'company', 'title', 'source'] as const),
  ...(['timezone', 'country', 'owner_id', 'external_id', 'id', 'tags', 'metadata'] as const),
  ...(['consent.email', 'consent.whatsapp', 'consent.call', 'consent.sms'] as const),
  ...(['opt_out.email', 'opt_out.whatsapp', 'opt_out.call', 'opt_out.sms', 'opt_out.all'] as const),
] as const;

export type LeadTarget = (typeof LEAD_TARGETS)[number];

/** Where a column goes: a lead column, a metadata key, or nowhere. */
export type Target = LeadTarget | `metadata.${string}` | 'ignore';

const SYNONYMS: Record<string, readonly string[]> = {
  first_name: [
    ...['first name', 'firstname', 'given name', 'forename', 'contact first name', 'lead first name', 'vorname'],
    ...['nombre', 'nombres', 'primer nombre', 'nome', 'primeiro nome', 'prenom', 'voornaam', 'imie', 'fname'],
  ],
  last_name: [
    ...['last name', 'lastname', 'surname', 'family name', 'contact last name', 'lead last name', 'nachname'],
    ...['apellido', 'apellidos', 'sobrenome', 'ultimo nome', 'cognome', 'nom de famille', 'achternaam', 'lname', 'nom'],
  ],
  full_name: [
    ...['full name', 'name', 'contact name', 'lead name', 'contact', 'person', 'person name', 'nombre completo'],
    ...['nome completo', 'nom complet', 'vollstandiger name', 'customer name'],
  ],
  email: [
    ...['email', 'e mail', 'email address', 'e mail address', 'mail', 'work email', 'business email', 'primary email'],
    ...['contact email', 'lead email', 'correo', 'correo electronico', 'email 1', 'endereco de email', 'courriel'],
    ...['adresse email', 'adresse e mail', 'e mail adresse', 'email 1 value', 'person email', 'emailaddress'],
  ],
  phone: [
    ...[
      'phone',
      'phone number',
      'phonenumber',
      'telephone',
      'telephone number',
      'mobile',
      'mobile phone',
      'mobile number',
    ],
    ...[
      'cell',
      'cell phone',
      'cellphone',
      'whatsapp',
      'whatsapp number',
      'work phone',
      'business phone',
      'contact phone',
    ],
    ...['telefono', 'telefono movil', 'movil', 'celular', 'numero de telefono', 'telefone', 'telemovel', 'tel'],
    ...['numero de telephone', 'portable', 'telefon', 'telefonnummer', 'handy', 'mobilnummer', 'phone 1 value'],
  ],
  company: [
    ...['company', 'company name', 'organization', 'organisation', 'organization name', 'account', 'account name'],
    ...['employer', 'business name', 'associated company', 'empresa', 'nombre de la empresa', 'nome da empresa'],
    ...['compania', 'societe', 'entreprise', 'firma', 'unternehmen', 'azienda', 'organization 1 name', 'companyname'],
  ],
  title: [
    ...['title', 'job title', 'jobtitle', 'position', 'role', 'job role', 'job position', 'cargo', 'puesto', 'titulo'],
    ...['fonction', 'poste', 'berufsbezeichnung', 'funktion', 'organization 1 title'],
  ],
  source: [
    ...['lead source', 'leadsource', 'source', 'original source', 'channel', 'fuente', 'origen', 'fonte', 'origem'],
    ...['quelle', 'lead origin', 'fuente del lead', 'origem do lead', 'provenance'],
  ],
  timezone: ['time zone', 'timezone', 'tz', 'zona horaria', 'fuso horario', 'fuseau horaire', 'zeitzone'],
  country: [
    ...['country', 'country region', 'country code', 'country name', 'mailing country', 'billing country', 'pais'],
    ...['pays', 'land', 'paese', 'country code iso', 'region country'],
  ],
  owner_id: ['owner id', 'ownerid'],
  external_id: [
    ...[
      'external id',
      'externalid',
      'record id',
      'contact id',
      'lead id',
      'crm id',
      'hubspot id',
      'salesforce id',
      'id',
    ],
    ...['record id contact', 'hs object id'],
  ],
  tags: [
    'tags',
    'tag',
    'labels',
    'label',
    'segments',
    'etiquetas',
    'etiqueta',
    'schlagworte',
    'etiquettes',
    'marcadores',
  ],
};

const BY_HEADER = new Map(
  Object.entries(SYNONYMS).flatMap(([target, headers]) => headers.map((header): [string, string] => [header, target])),
);

/**
 * Guesses the lead column that a header names in one of several languages and CRM exports; undefined where it names
 * none.
 */
export function guessTarget(header: string): LeadTarget | undefined {
  const folded = foldHeader(header);
  const found = BY_HEADER.get(folded) ?? BY_HEADER.get(folded.replaceAll(' ', ''));
  return found as LeadTarget | undefined;
}

/**
 * Makes the metadata key of a header: words in snake_case, safe as a key; `position` names a column without a header.
 */
export function metadataKey(header: string, position: number): string {
  const words = foldHeader(header).replaceAll(' ', '_').slice(0, 100);
  if (words === '') return `column_${position}`;
  return ['proto', 'constructor', 'prototype'].includes(words) ? `column_${words}` : words;
}

/** Tells whether a header speaks of a day or time, so that its dates are worth reading as such. */
export function soundsLikeDate(header: string): boolean {
  const words = foldHeader(header).split(' ');
  const named = /^(date|created|updated|modified|fecha|data|datum|birthday|timestamp|cumpleanos|when|until|since)$/;
  return words.some((word) => named.test(word)) || /^(at|on)$/.test(words.at(-1) ?? '');
}

/** Tells whether a header speaks of an amount, so that `9k` in it is worth reading as a number. */
export function soundsLikeNumber(header: string): boolean {
  const named =
    /^(budget|amount|revenue|price|value|salary|income|employees|headcount|seats|deal|mrr|arr|spend|cost|score|quantity|total|presupuesto|importe|monto|ingresos|precio|valor|orcamento|receita|umsatz|preis|betrag|montant|prix|size)$/;
  return foldHeader(header)
    .split(' ')
    .some((word) => named.test(word));
}
