import type { WhatsAppComponent } from '../../../schemas/channels/whatsapp-content.js';
import { renderInteractive, renderMedia } from '../../channels/whatsapp-rich.js';
import { valid } from '../../values/value.js';
import { checkSendMessage } from './check-message.js';
import { onLead } from './definition.js';
import { type Planner, renderDeep } from './planner.js';

/** Sends a message. Texts are rendered here; a stored template is rendered with `variables` where it is sent. */
const planSendMessage: Planner<'send_message'> = (params, { render }) => {
  const text = (template: string | undefined): string | null => (template === undefined ? null : render(template));
  const say = (template: string) => valid(render(template));
  const media = params.media && renderMedia(params.media, say);
  if (media && !media.ok) return { skipped: media.message };
  const interactive = params.interactive && renderInteractive(params.interactive, say);
  if (interactive && !interactive.ok) return { skipped: interactive.message };
  return {
    params: {
      channel: params.channel,
      template_id: params.template_id ?? null,
      template_name: params.template_name ?? null,
      language: params.language ?? null,
      variables: renderDeep(params.variables ?? {}, render) as Record<string, unknown>,
      components: renderDeep(params.components ?? null, render) as WhatsAppComponent[] | null,
      content: text(params.content),
      media: media ? media.value : null,
      interactive: interactive ? interactive.value : null,
      subject: text(params.subject),
      html: params.html ?? null,
      begin_message: text(params.begin_message),
      respect_window: params.respect_window ?? true,
      respect_caps: params.respect_caps ?? true,
      if_window_closed: params.if_window_closed ?? 'skip',
      fallback_template_id: params.fallback_template_id ?? null,
    },
  };
};

export const sendMessage = onLead<'send_message'>(planSendMessage, { check: checkSendMessage });
