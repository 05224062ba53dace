import { foldHeader } from './fold-header.js';

/**
 * The lead columns that a file's column can fill; `full_name` is split into first and last name, `opt_out.<channel>`
 * opts out of a channel where its cell is a yes, `id` names a lead of the account, `metadata` holds a JSON object.
 */
export const LEAD_TARGETS = [
  ...(['first_name', 'last_name', 'full_name', 'email', 'phone', 'company', 'title', 'source'] as const),
  ...([
    'timezone',
    'country',
    'owner_id',
    'external_id',
    'deal_value',
    'deal_currency',
    'id',
    'tags',
    'metadata',
  ] as const),
  ...(['consent.email', 'consent.whatsapp', 'consent.call', 'consent.sms'] as const),
  ...(['opt_out.email', 'opt_out.whatsapp', 'opt_out.call', 'opt_out.sms', 'opt_out.all'] as const),
] as const;

export type LeadTarget = (typeof LEAD_TARGETS)[number];

/** The target of a column: a field of the lead, a metadata key, or none. */
export type Target = LeadTarget | `metadata.${string}` | 'ignore';

/** Headers by lead column, folded, as CRMs, address books and lead forms write them in six languages. */
const SYNONYMS: Partial<Record<LeadTarget, string>> = {
  first_name: `first name|firstname|given name|givenname|forename|preferred name|fname|vorname|rufname|voornaam|imie|
    nombre|nombres|primer nombre|nombre de pila|nome|primeiro nome|nome proprio|nome di battesimo|prenom|prenoms`,
  last_name: `last name|lastname|surname|family name|familyname|second name|lname|nachname|familienname|zuname|
    apellido|apellidos|primer apellido|sobrenome|apelido|ultimo nome|cognome|nom de famille|nom|achternaam|nazwisko`,
  full_name: `full name|fullname|name|contact name|lead name|contact|person|person name|display name|displayname|
    customer name|customer|your name|first and last name|nombre completo|nombre y apellidos|nombre y apellido|
    nombre del contacto|tu nombre|apellidos y nombre|apellido y nombre|nom prenom|cognome e nome|cognome nome|nachname vorname|name vorname|
    last name first name|last first|surname and name|sobrenome e nome|nome completo|nome e sobrenome|nome do contato|seu nome|nom complet|nom et prenom|
    prenom et nom|nom du contact|votre nom|vollstandiger name|vor und nachname|vorname und nachname|ganzer name|
    kontaktname|ansprechpartner|ihr name|anzeigename|nome e cognome|nominativo|nome del contatto`,
  email: `email|e mail|email address|e mail address|emailaddress|mail|mail address|work email|business email|
    primary email|company email|professional email|email 1|email1|e mail 1|email 1 value|e mail 1 value|
    e mail 1 address|email work|email main|email primary|your email|correo|correo electronico|email de trabajo|
    direccion de correo|direccion de correo electronico|direccion de email|tu correo electronico|correo e|
    correo corporativo|endereco de email|endereco de e mail|endereco de correio eletronico|
    endereco de correio electronico|correio eletronico|correio electronico|seu email|e mail corporativo|courriel|
    adresse email|adresse e mail|adresse mail|adresse de messagerie|adresse electronique|adresse courriel|
    email professionnel|e mail professionnel|e mail adresse|emailadresse|e mail geschaftlich|geschaftliche e mail|
    indirizzo email|indirizzo e mail|indirizzo di posta elettronica|indirizzo posta elettronica|posta elettronica|
    email aziendale|e mailadres|adres e mail`,
  phone: `phone|phone number|phonenumber|telephone|telephone number|phone no|tel|tel no|mobile|mobile phone|mobilephone|
    mobile number|mobile phone number|mobile no|cell|cell phone|cellphone|cell number|whatsapp|whatsapp number|
    whatsapp phone number|contact number|contact phone|phone 1|phone1|phone 1 value|primary phone|phone mobile|
    phone main|phone primary|your phone|telefono|telefono movil|telefono celular|movil|celular|numero de telefono|
    numero de celular|numero de movil|numero de whatsapp|tu telefono|telefone|telemovel|telefone celular|
    numero de telefone|numero de telemovel|seu telefone|telefone 1|portable|numero de portable|numero de telephone|
    tel portable|tel mobile|telephone mobile|telephone portable|mobile 1|votre telephone|telefon|telefonnummer|
    handy|handynummer|mobil|mobilnummer|mobiltelefon|mobilfunknummer|rufnummer|telefon mobil|telefon 1|cellulare|
    numero di telefono|numero di cellulare|numero telefonico|telefono cellulare|recapito telefonico|telefoonnummer|
    numer telefonu`,
  company: `company|company name|companyname|company account|organization|organisation|organization name|
    organisation name|organization 1 name|account|account name|employer|business name|associated company|
    primary company|company or account|empresa|nombre de la empresa|nombre de empresa|empresa asociada|organizacion|
    compania|razon social|nome da empresa|empresa associada|organizacao|companhia|razao social|societe|entreprise|
    nom de l entreprise|nom de la societe|nom de societe|entreprise associee|organisation nom|raison sociale|firma|
    firmenname|unternehmen|unternehmensname|name des unternehmens|zugehoriges unternehmen|azienda|
    nome dell azienda|nome azienda|societa|nome della societa|organizzazione|ragione sociale|bedrijf|bedrijfsnaam`,
  title: `title|job title|jobtitle|position|role|job role|job position|designation|occupation|organization title|
    organization 1 title|professional title|cargo|puesto|puesto de trabajo|titulo|titulo del puesto|profesion|
    nombre del puesto|ocupacion|titulo do cargo|profissao|ocupacao|funcao|fonction|poste|intitule du poste|
    titre du poste|profession|berufsbezeichnung|jobbezeichnung|jobtitel|stellenbezeichnung|
    tatigkeitsbezeichnung|funktion|beruf|qualifica|posizione|ruolo|mansione|titolo|professione|functie|stanowisko`,
  source: `lead source|leadsource|source|original source|original traffic source|channel|lead origin|lead channel|
    fuente|fuente del lead|fuente de prospecto|fuente original|origen|origen del lead|canal|fonte|fonte do lead|
    origem|origem do lead|fonte original|source du lead|source originale|origine|origine du lead|provenance|quelle|
    lead quelle|leadquelle|herkunft|ursprungliche quelle|origine del lead|fonte del lead|fonte originale|provenienza`,
  timezone: `time zone|timezone|tz|zona horaria|huso horario|fuso horario|fuseau horaire|zeitzone|fuso orario|tijdzone`,
  country: `country|country region|country code|country name|country code iso|region country|mailing country|
    billing country|address country|home country|home country region|business country|business country region|
    other country|address 1 country|ip country code|pais|pais region|pais o region|codigo de pais|codigo do pais|
    pais regiao|pais ou regiao|pays|pays region|pays ou region|code pays|land|land region|landercode|staat|
    land region geschaftlich|paese|paese area geografica|paese regione|codice paese|nazione|kraj`,
  owner_id: 'owner id|ownerid',
  external_id: `external id|externalid|id|record id|contact id|lead id|crm id|hubspot id|salesforce id|
    record id contact|hs object id|hs contact id|person id|customer id|user id|subscriber id|case safe id|
    id de registro|id del registro|id de contacto|id do registro|id do contato|id externo|datensatz id|kontakt id|
    externe id|id de fiche|id de fiche d informations|id du contact|id externe|identifiant|id record|id contatto|
    id esterno`,
  deal_value: `deal value|deal amount|deal size|opportunity value|opportunity amount|valor del negocio|
    importe del negocio|valor de la oportunidad|importe de la oportunidad|valor do negocio|valor da oportunidade|
    montant de l affaire|montant de la transaction|montant de l opportunite|dealwert|deal wert|auftragswert|
    geschaftswert|verkaufschance wert|valore dell affare|valore della trattativa|importo trattativa`,
  deal_currency: `deal currency|currency|currency code|moneda|divisa|moeda|devise|wahrung|valuta`,
  tags: `tags|tag|labels|label|segments|groups|group membership|categories|lists|etiquetas|etiqueta|categorias|
    grupos|schlagworte|schlagworter|kategorien|gruppen|etikett|etiketten|etiquettes|etiquette|categories de contact|
    groupes|marcadores|etichette|etichetta|categorie|gruppi`,
};

/** Headers of further addresses and numbers: used where the file, or a row, has no better one. */
const SPARE: Record<'email' | 'phone', string> = {
  email: `email 2|email2|e mail 2|email 3|email3|e mail 3|e mail 2 value|e mail 3 value|email 2 value|email 3 value|
    e mail 2 address|e mail 3 address|secondary email|second email|other email|alternate email|alternative email|
    additional email|additional emails|additional email addresses|personal email|home email|private email|email home|
    email other|email personal|email secundario|correo secundario|correo personal|correo alternativo|
    e mail secundario|email pessoal|email secondaire|e mail secondaire|autre e mail|autre email|email personnel|
    adresse de messagerie 2|weitere e mail|private e mail|zweite e mail|e mail privat|e mail 2 adresse|
    email secondaria|email personale|altra email|direccion de correo electronico 2`,
  phone: `phone 2|phone2|phone 3|phone3|phone 2 value|phone 3 value|mobile 2|mobile phone 2|secondary phone|
    second phone|other phone|alternate phone|alternative phone|additional phone|additional phone number|work phone|
    work phone number|business phone|business phone 2|company phone|company main phone|office phone|home phone|
    home phone 2|primary phone 2|landline|direct phone|direct line|phone work|phone home|phone other|
    telefono 2|telefono fijo|fijo|telefono del trabajo|telefono de trabajo|telefono de oficina|telefono particular|
    telefono de casa|telefono privado|otro telefono|telefono secundario|telefone 2|telefone fixo|telefone comercial|
    telefone de trabalho|telefone residencial|outro telefone|tel 2|telephone 2|telephone fixe|fixe|tel fixe|
    telephone bureau|tel bureau|telephone professionnel|tel professionnel|telephone domicile|telephone personnel|
    autre telephone|telefon 2|festnetz|festnetznummer|telefon geschaftlich|telefon geschaftlich 2|telefon dienstlich|
    telefon privat|telefon privat 2|weiteres telefon|telefono ufficio|telefono aziendale|telefono fisso|fisso|
    telefono abitazione|telefono casa|altro telefono|telefono lavoro`,
};

const byHeader = <T extends string>(lists: Partial<Record<T, string>>) =>
  new Map(
    Object.entries<string | undefined>(lists).flatMap(([target, headers = '']) =>
      headers.split('|').map((header): [string, T] => [header.trim(), target as T]),
    ),
  );

const BY_HEADER = byHeader<LeadTarget>(SYNONYMS);
const SPARE_BY_HEADER = byHeader(SPARE);
/** The prefixes of some programs before the name of a field: the owner of the value. */
const WHOSE =
  /^(?:person|contact|lead|subscriber|customer|kontakt|contacto|contato|contatto|persona|pessoa) (?!title$)/;
const withoutBlanks = (folded: string): string => folded.replaceAll(' ', '');

function lookUp<T>(headers: ReadonlyMap<string, T>, header: string): T | undefined {
  const folded = foldHeader(header);
  const bare = folded.replace(WHOSE, '');
  return headers.get(folded) ?? headers.get(withoutBlanks(folded)) ?? headers.get(bare);
}

/**
 * Guesses the lead column that a header names in one of several languages and CRM exports; undefined where it names
 * none.
 */
export const guessTarget = (header: string): LeadTarget | undefined => lookUp(BY_HEADER, header);

/** Returns whether a header, such as `Apellidos y nombre`, names the last name first. */
export const namesLastFirst = (header: string): boolean =>
  /^(?:apellidos? y nombre|nom (?:et )?prenom|cognome (?:e )?nome|nachname (?:und )?vorname|name vorname|last (?:name )?first(?: name)?|surname and name|sobrenome e nome)$/.test(
    foldHeader(header),
  );

/** Guesses whether a header names a further e-mail address or phone number. */
export const guessFallback = (header: string): 'email' | 'phone' | undefined => lookUp(SPARE_BY_HEADER, header);

/**
 * Makes the metadata key of a header: words in snake_case, safe as a key; `position` names a column without a header.
 */
export function metadataKey(header: string, position: number): string {
  const words = foldHeader(header).replaceAll(' ', '_').slice(0, 100);
  if (words === '') return `column_${position}`;
  return ['proto', 'constructor', 'prototype'].includes(words) ? `column_${words}` : words;
}

/** Returns whether a header speaks of a day or time, so that its dates are worth reading as such. */
export function soundsLikeDate(header: string): boolean {
  const words = foldHeader(header).split(' ');
  const named = /^(date|created|updated|modified|fecha|data|datum|birthday|timestamp|cumpleanos|when|until|since)$/;
  return words.some((word) => named.test(word)) || /^(at|on)$/.test(words.at(-1) ?? '');
}

/** Returns whether a header speaks of an amount, so that `9k` in it is worth reading as a number. */
export function soundsLikeNumber(header: string): boolean {
  const named =
    /^(budget|amount|revenue|price|value|salary|income|employees|headcount|seats|deal|mrr|arr|spend|cost|score|quantity|total|presupuesto|importe|monto|ingresos|precio|valor|orcamento|receita|umsatz|preis|betrag|montant|prix|size)$/;
  return foldHeader(header)
    .split(' ')
    .some((word) => named.test(word));
}
