import { findTemplateByName } from '../../../db/channels/templates.js';
import type { ApplyToLead } from '../effect.js';
import { queueForLead } from './queue-message.js';

const texts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

/** Queues a message to the lead. */
export const applySendMessage: ApplyToLead<'send_message'> = async (work, target, effect, { origin }) => {
  const { tx } = work;
  const { params } = effect;
  let templateId = params.template_id?.toLowerCase() ?? null;
  if (templateId === null && params.template_name !== null) {
    const { channel, template_name, language } = params;
    const found = await findTemplateByName(tx, target.account.id, channel, template_name, language ?? '');
    if (!found) {
      return { skipped: 'The account has no template with this name and language.', cause: 'template_not_found' };
    }
    templateId = found.id;
  }
  return queueForLead(work, target, {
    idempotencyKey: effect.idempotency_key,
    channel: params.channel,
    content: {
      template_id: templateId,
      subject: params.subject,
      content: params.content,
      html: params.html,
      begin_message: params.begin_message,
      media: params.media ?? null,
      interactive: params.interactive ?? null,
      variables: texts(params.variables),
      components: params.components,
    },
    respectWindow: params.respect_window,
    respectCaps: params.respect_caps,
    fallbackTemplateId:
      params.if_window_closed === 'use_template' ? (params.fallback_template_id?.toLowerCase() ?? null) : null,
    origin,
  });
};
