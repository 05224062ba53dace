import type { Target } from './targets.js';

/**
 * The columns of the file in which leads are exported, each with where its cells go when the file comes back. What
 * other records or the service itself decide is read-only.
 */
export const LEAD_COLUMNS = {
  id: 'id',
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone',
  company: 'company',
  title: 'title',
  source: 'source',
  timezone: 'timezone',
  country: 'country',
  external_id: 'external_id',
  deal_value: 'deal_value',
  deal_currency: 'deal_currency',
  owner_id: 'owner_id',
  owner: 'ignore',
  tags: 'tags',
  campaign: 'ignore',
  workflow: 'ignore',
  status: 'ignore',
  consent_email: 'consent.email',
  consent_whatsapp: 'consent.whatsapp',
  consent_call: 'consent.call',
  consent_sms: 'consent.sms',
  metadata: 'metadata',
  created_at: 'ignore',
  updated_at: 'ignore',
} as const satisfies Record<string, Target>;

/** The columns before the cells of a row in the file of an import's problems; files of earlier releases lack the last. */
export const PROBLEM_COLUMNS = ['row', 'severity', 'codes', 'problems', 'line'] as const;

/** Columns of leads in the API's answers in addition to those in the database. */
const ANSWER_COLUMNS: ReadonlySet<string> = new Set(['version', 'active_workflow_run']);
const NAMES_AN_EXPORT = ['id', 'first_name'];

/** Returns the targets that columns have because the service wrote the file; undefined for all others. */
export function ownTargets(headers: readonly string[]): (header: string, index: number) => Target | undefined {
  const other = PROBLEM_COLUMNS.findIndex((name, index) => headers[index] !== name);
  const problemColumns = other === -1 ? PROBLEM_COLUMNS.length : other;
  const hasProblems = problemColumns >= PROBLEM_COLUMNS.length - 1;
  const isExport =
    NAMES_AN_EXPORT.every((name) => headers.includes(name)) &&
    (headers.includes('consent_email') || headers.includes('consent.email'));
  return (header, index) => {
    if (hasProblems && index < problemColumns) return 'ignore';
    if (isExport && (ANSWER_COLUMNS.has(header) || /^(?:campaign|active_workflow_run)\./.test(header))) return 'ignore';
    return isExport && Object.hasOwn(LEAD_COLUMNS, header)
      ? LEAD_COLUMNS[header as keyof typeof LEAD_COLUMNS]
      : undefined;
  };
}
