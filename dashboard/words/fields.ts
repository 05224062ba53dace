import { upper } from '../parts/upper.js';

/** What fields are called where their key says too little. */
const LABELS: Readonly<Record<string, string>> = {
  allow_http_writes: 'Requests that change something leave in dry runs too',
  allowed_hosts: 'Servers it may ask',
  any: 'Until one of these happens',
  api_key: 'API key',
  arms: 'Ways',
  ask_prompt: 'How it asks',
  ask_prompts: 'How it asks in other languages',
  base_url: 'Address of its server',
  begin_message: 'First words',
  content: 'Text',
  cron_expression: 'Schedule',
  ctx: 'What else it is given',
  debounce_seconds: 'Wait until it is quiet for so many seconds',
  delay: 'When',
  delay_seconds: 'Seconds later',
  dry_run: 'Only record',
  email_sender_id: 'E-mail sender',
  else: 'Otherwise it goes to',
  event: 'When something happens',
  exit: 'What ends it',
  extract_hint: 'How it recognises the answer',
  facts: 'Facts that a model is told',
  fallback_channel: 'If it cannot be reached so',
  fallback_template_id: 'Template outside the 24 hours',
  html: 'HTML',
  is_initial: 'Leads start here',
  is_terminal: 'Ends the run',
  key: 'Key',
  kinds: 'What happens',
  limits: 'Limits',
  match: 'How many must hold',
  max_visits: 'Entered at most',
  on_match: 'If they hold',
  on_no_match: 'If they do not',
  on_timeout: 'If nothing happened',
  only: 'Answer from documents alone',
  per_lead: 'One lead gets at most',
  per_sender: 'One sender sends at most',
  reenrollment: 'Entering again',
  then: 'If they hold it goes to',
  timeout_ms: 'Longest, in ms',
  url: 'Address',
  whatsapp_number_id: 'WhatsApp number',
};

/** What a key of a request is called on a form. */
export const labelOf = (key: string): string =>
  LABELS[key] ?? upper(key.replace(/_(id|ids|key|keys)$/, '').replaceAll('_', ' '));

const WORDS: Readonly<Record<string, string>> = { email: 'E-mail', whatsapp: 'WhatsApp', sms: 'SMS' };

/** What a word of a fixed list is called. */
export const wordOf = (word: string): string => WORDS[word] ?? upper(word.replaceAll('_', ' ').replace('.', ' '));

const OPERATORS: Readonly<Record<string, string>> = {
  eq: 'is',
  neq: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  exists: 'is there',
  not_exists: 'is not there',
};

/** What an operator of a condition is called; a condition that is being written may have none yet. */
export const operatorOf = (operator = '…'): string => OPERATORS[operator] ?? operator.replaceAll('_', ' ');
