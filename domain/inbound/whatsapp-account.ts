import type { NumberStatus } from '../../schemas/channels/whatsapp-numbers.js';
import { asObject, asObjects, asText, type Json, lookUp } from './provider-event.js';

/** The effect of a business account's event on its numbers. */
export interface AccountState {
  /** The status that the numbers have from then on; as it is if not given. */
  status?: NumberStatus;
  /** The states of a number that change; all if not given. */
  only?: readonly NumberStatus[];
  /** The notice for users. */
  notice?: string;
}

const partsOf = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(', ');

const gone =
  (words: string) =>
  (value: Json): AccountState => {
    const { reason, initiated_by } = asObject(value.disconnection_info);
    const why = partsOf(asText(reason), asText(initiated_by) && `initiated by ${asText(initiated_by)}`);
    return { status: 'disconnected', notice: why === '' ? words : `${words} Reason: ${why}.` };
  };
const back = (): AccountState => ({ status: 'connected', only: ['disconnected', 'restricted', 'flagged'] });
const nothing = (): AccountState => ({});

/** The events of `account_update` that have a meaning here, in Meta's words. */
export const STATES: Readonly<Record<string, (value: Json) => AccountState>> = {
  PARTNER_REMOVED: gone('The WhatsApp Business account was disconnected from this service.'),
  PARTNER_APP_UNINSTALLED: gone('The app was removed from the WhatsApp Business account.'),
  ACCOUNT_OFFBOARDED: gone('The WhatsApp Business account left the Cloud API.'),
  ACCOUNT_DELETED: gone('The WhatsApp Business account was deleted.'),
  ACCOUNT_RESTRICTION: restricted,
  ACCOUNT_VIOLATION: (value) => ({
    notice: partsOf('Meta reports a policy violation', asText(asObject(value.violation_info).violation_type)),
  }),
  DISABLED_UPDATE: (value) => {
    const { waba_ban_state, waba_ban_date } = asObject(value.ban_info);
    const state = (asText(waba_ban_state) ?? '').toUpperCase();
    if (state === 'REINSTATE') return back();
    const notice = partsOf('Meta disables the WhatsApp Business account', state, asText(waba_ban_date));
    return state === 'SCHEDULE_FOR_DISABLE' ? { status: 'flagged', notice } : { status: 'disconnected', notice };
  },
  ACCOUNT_RECONNECTED: back,
  PARTNER_ADDED: back,
  PARTNER_APP_INSTALLED: back,
  VERIFIED_ACCOUNT: nothing,
  AD_ACCOUNT_LINKED: nothing,
  AUTH_INTL_PRICE_ELIGIBILITY_UPDATE: nothing,
  BUSINESS_PRIMARY_LOCATION_COUNTRY_UPDATE: nothing,
  MM_LITE_TERMS_SIGNED: nothing,
  VOLUME_BASED_PRICING_TIER_UPDATE: nothing,
  PARTNER_CLIENT_CERTIFICATION_STATUS_UPDATE: (value) => {
    const info = asObject(value.partner_client_certification_info);
    const status = (asText(info.status) ?? '').toUpperCase();
    if (!['FAILED', 'REJECTED', 'DISCARDED'].includes(status)) return {};
    return { notice: partsOf('The business verification ended', status, reasonsOf(info.rejection_reasons)) };
  },
};

function restricted(value: Json): AccountState {
  const restrictions = asObjects(value.restriction_info).map(({ restriction_type, expiration }) => {
    const until = Number(expiration) > 0 ? new Date(Number(expiration) * 1000) : null;
    const isDate = until !== null && !Number.isNaN(until.getTime());
    return [asText(restriction_type), isDate ? `until ${until.toISOString()}` : null].filter(Boolean).join(' ');
  });
  const violation = asText(asObject(value.violation_info).violation_type);
  const notice = partsOf('Meta restricts the WhatsApp Business account', violation, ...restrictions);
  return { status: 'restricted', notice };
}

const reasonsOf = (reasons: unknown): string =>
  Array.isArray(reasons)
    ? reasons
        .slice(0, 10)
        .flatMap((reason) => asText(reason) ?? [])
        .join(', ')
    : '';

type NoticeOf = (value: Json) => { kind: string; detail: string } | null | undefined;

const wordIn = (value: Json, name: string): string => (asText(value[name]) ?? '').toUpperCase();

/** The fields that a person may have to know of, in addition to templates, numbers and the account's state. */
const NOTICES: Readonly<Record<string, NoticeOf>> = {
  account_alerts(value) {
    const info = { ...value, ...asObject(value.alert_info) };
    const type = wordIn(info, 'alert_type');
    if (type === '') return undefined;
    const about = partsOf(asText(info.alert_severity), asText(info.alert_status), asText(info.alert_description));
    return { kind: `account_alerts/${type}`, detail: partsOf(type, about) };
  },
  account_review_update(value) {
    const decision = wordIn(value, 'decision');
    if (decision === '') return undefined;
    if (decision === 'APPROVED') return null;
    return { kind: `account_review_update/${decision}`, detail: `Meta reviewed the account: ${decision}` };
  },
  business_status_update(value) {
    const event = wordIn(value, 'event');
    if (event === '') return undefined;
    return { kind: `business_status_update/${event}`, detail: partsOf('The business portfolio changed', event) };
  },
  message_template_quality_update(value) {
    const score = wordIn(value, 'new_quality_score');
    if (score !== 'RED') return null;
    const name = asText(value.message_template_name) ?? '';
    return {
      kind: `message_template_quality_update/${name}`,
      detail: `The quality of template ${name} is ${score}.`,
    };
  },
  template_correct_category_detection(value) {
    const name = asText(value.message_template_name) ?? '';
    const detail = `Meta categorizes template ${name} as ${wordIn(value, 'correct_category')}.`;
    return { kind: `template_correct_category_detection/${name}`, detail };
  },
  security(value) {
    const event = wordIn(value, 'event');
    if (event === '') return undefined;
    const phone = asText(value.display_phone_number) ?? '';
    return { kind: `security/${event}`, detail: partsOf(`Security of the number ${phone}`, event) };
  },
  payment_configuration_update(value) {
    const [name, status] = [asText(value.configuration_name), wordIn(value, 'status')];
    return { kind: `payment_configuration_update/${status}`, detail: partsOf('Payment configuration', name, status) };
  },
  errors(value) {
    const [error] = asObjects(value.errors);
    const details = asText(asObject(error?.error_data).details) ?? asText(error?.message) ?? asText(error?.title);
    return { kind: `errors/${asText(error?.code) ?? 'unknown'}`, detail: partsOf(asText(error?.code), details) };
  },
};

/** Returns what a person should know of an event; null for nothing, undefined for a field of no known meaning. */
export const accountNotice = (field: string, value: Json): { kind: string; detail: string } | null | undefined =>
  lookUp(NOTICES, field)?.(value);
