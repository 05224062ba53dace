import type { ActionOf } from '../../../schemas/rules/actions.js';
import { checkInteractive, checkMedia } from '../../channels/whatsapp-rich.js';
import type { Problem } from '../../problem.js';

type Params = ActionOf<'send_message'>['params'];

const wrong = (field: string, message: string): Problem => ({ code: 'VALIDATION_ERROR', field, message });

/** Checks what of a `send_message` its shape can't say: that it says one thing, which its channel can carry. */
export function checkSendMessage(params: Params, at: string): Problem[] {
  const rich = checkRich(params, at);
  if (params.channel === 'call') return rich;
  const problems = [...rich];
  const contents = ['template_id', 'template_name', 'content', 'html', 'media', 'interactive'] as const;
  if (!contents.some((name) => params[name] !== undefined)) {
    problems.push(wrong(at, `needs one of: ${contents.join(', ')}.`));
  }
  const stored = params.template_id !== undefined || params.template_name !== undefined;
  if (params.channel === 'email' && !stored && params.subject === undefined) {
    problems.push(wrong(`${at}/subject`, 'is required for an email without a template.'));
  }
  if (params.template_name !== undefined && params.language === undefined) {
    problems.push(wrong(`${at}/language`, 'is required with template_name.'));
  }
  if (params.if_window_closed === 'use_template' && params.fallback_template_id === undefined) {
    problems.push(wrong(`${at}/fallback_template_id`, 'is required with if_window_closed: use_template.'));
  }
  return problems;
}

/** A file or buttons: alone, on WhatsApp, and as WhatsApp takes them. */
function checkRich(params: Params, at: string): Problem[] {
  const { media, interactive } = params;
  const [name] = [media && 'media', interactive && 'interactive'].filter((each) => each !== undefined);
  if (name === undefined) return [];
  if (params.channel !== 'whatsapp') return [wrong(`${at}/${name}`, 'is only supported for WhatsApp.')];
  if (media && interactive) return [wrong(`${at}/interactive`, "can't be combined with media. Specify one of them.")];
  const others = (['template_id', 'template_name', 'content', 'html'] as const).find(
    (other) => params[other] !== undefined,
  );
  if (others) return [wrong(`${at}/${name}`, `can't be combined with ${others}. Specify one of them.`)];
  return [
    ...(media ? checkMedia(media, `${at}/media`) : []),
    ...(interactive ? checkInteractive(interactive, `${at}/interactive`) : []),
  ];
}
