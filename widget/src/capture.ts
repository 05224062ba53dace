import type { Config, VisitorAnswer } from './api-types.js';
import type { Context } from './context.js';
import type { Language } from './language.js';
import { isRefusedProof, type Proofs, type Solution } from './proof.js';
import { isPassing, pauseMs, type Reply, request, waitFor } from './request.js';
import type { Session } from './session.js';
import { sha256 } from './sha256.js';
import type { Field, FormAnswer, FormOutcome } from './view/form.js';

const MOST_TRIES = 3;

interface Wiring {
  shell: Context;
  session: Session;
  proofs: Proofs;
  onLead(leadId: string): void;
  /** Takes answers that are only sent with a turn. */
  keepForTurn(text: string): void;
}

/** Returns what the form asks; nothing where there is none. */
export function fieldsOf({ options, setup }: Context, { words }: Language): readonly Field[] {
  const { enabled, fields } = setup.config.capture_form;
  if (enabled && fields.length > 0) return fields;
  const ask = (key: string, label: string, type: Field['type'], required: boolean): Field => ({
    key,
    label,
    type,
    required,
    options: [],
  });
  return options.requestContact
    ? [
        ask('first_name', words.name, 'text', false),
        ask('email', words.email, 'email', true),
        ask('phone', words.phone, 'phone', false),
      ]
    : [];
}

/** Returns the text to agree to, where the form asks for consent to text messages. */
export const consentOf = ({ capture_form: { enabled, sms_consent } }: Config): string | null =>
  enabled && sms_consent.enabled ? sms_consent.text : null;

/** Sends the form: as a visitor, as a contact, or with the next turn. Sent again after a failure it is the same one. */
export function createCapture({ shell, session, proofs, onLead, keepForTurn }: Wiring) {
  const { setup, options, site, notify } = shell;
  const { capture_form: form } = setup.config;
  const ids = new Map<string, string>();

  const idOf = (answer: FormAnswer): string => {
    const content = JSON.stringify(answer);
    const id = ids.get(content) ?? newId();
    ids.set(content, id);
    return id;
  };

  async function asVisitor(answer: FormAnswer, pow: Solution | undefined): Promise<Reply<{ leadId: string | null }>> {
    const text = consentOf(setup.config);
    const consent = text === null ? undefined : { granted: answer.consents, text_hash: sha256(text) };
    const reply = await session.call<VisitorAnswer>('visitor', {
      body: {
        submission_id: idOf(answer),
        fields: answer.fields,
        website: answer.website,
        sms_consent: consent,
        pow,
        user: options.user,
        page: shell.page(),
        locale: setup.config.locale,
      },
    });
    return reply.ok ? { ok: true, body: { leadId: reply.body.lead_id } } : reply;
  }

  async function asContact(answer: FormAnswer, pow: Solution | undefined): Promise<Reply<{ leadId: string | null }>> {
    // As the service calls a visitor who tells no name.
    const { first_name = 'Visitor', last_name, email, phone, ...metadata } = answer.fields;
    const reply = await request<{ lead: { id: string } }>({ ...site, key: '' }, '/api/public/leads', {
      // This route takes the key in a header alone.
      headers: {
        'X-API-Key': site.key,
        'Idempotency-Key': idOf(answer),
        'X-Widget-Proof': `${pow?.id}.${pow?.number}`,
      },
      body: { first_name, last_name, email, phone, metadata, skip_first_message: true },
    });
    return reply.ok ? { ok: true, body: { leadId: reply.body.lead.id } } : reply;
  }

  const isSentAlone = form.enabled && (form.lead_creation_on_submit || form.sms_consent.enabled);

  return async function send(answer: FormAnswer, labels: ReadonlyMap<string, string>): Promise<FormOutcome> {
    if (!options.requestContact && !isSentAlone) {
      keepForTurn(
        Object.entries(answer.fields)
          .map(([key, text]) => `${labels.get(key) ?? key}: ${text}`)
          .join('\n'),
      );
      return { ok: true };
    }
    for (let tries = 1; ; tries += 1) {
      const proof = await proofs.take('visitor');
      const reply = proof.ok ? await (options.requestContact ? asContact : asVisitor)(answer, proof.pow) : proof;
      if (reply.ok) {
        if (reply.body.leadId) onLead(reply.body.leadId);
        return { ok: true };
      }
      const isAgain = isPassing(reply) || isRefusedProof(reply.code);
      if (!isAgain || tries === MOST_TRIES) {
        notify.error('CAPTURE_FAILED', reply.message);
        return { ok: false, field: /^\/(?:fields\/)?(\w+)$/.exec(reply.field ?? '')?.[1] };
      }
      await waitFor(pauseMs(tries, reply.retryAfterMs));
    }
  };
}

/** Returns a new id (UUID, version 4), on plain http too. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
