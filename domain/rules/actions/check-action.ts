import type { ActionOf, ActionType } from '../../../schemas/rules/actions.js';
import { textsOfRich } from '../../channels/whatsapp-rich.js';
import { checkTemplate } from '../../messages/template-render.js';
import type { Problem } from '../../problem.js';
import { CONNECTION_HEADERS } from '../../values/headers.js';
import { checkSendMessage } from './check-message.js';

const wrong = (field: string, message: string): Problem => ({ code: 'VALIDATION_ERROR', field, message });

/** Checks what an action's params must hold beyond their shape: something to act on, and texts that can be rendered. */
export function checkAction(action: { type: ActionType; params: object }, at: string): Problem[] {
  const params = action.params as Record<string, unknown>;
  return [...(NEEDS[action.type]?.(params, at) ?? []), ...textsOfAction(params, at).flatMap(templateProblems)];
}

type Check = (params: Record<string, unknown>, at: string) => Problem[];

const needsOne =
  (names: readonly string[]): Check =>
  (params, at) =>
    names.some((name) => params[name] !== undefined) ? [] : [wrong(at, `needs one of: ${names.join(', ')}.`)];

const NEEDS: Partial<Record<ActionType, Check>> = {
  set_metadata: needsOne(['values', 'unset']),
  assign_owner: needsOne(['user_id', 'strategy']),
  goto_cadence_step: needsOne(['step_index', 'step_key']),
  notify_user: needsOne(['user_id', 'role']),
  call_webhook: (params, at) =>
    Object.keys(params.headers ?? {})
      .filter((name) => CONNECTION_HEADERS.test(name.toLowerCase()))
      .map((name) => wrong(`${at}/headers/${name}`, 'belongs to the connection; leave it out.')),
  send_message: (params, at) => checkSendMessage(params as ActionOf<'send_message'>['params'], at),
};

/** Of these only the texts for people are templates. */
const RICH = new Set(['media', 'interactive']);

/** Texts that are not ours to read: rendered where they are used, or no templates at all. */
const NO_TEMPLATES = new Set(['components', 'tags', 'headers', 'url', 'reason']);

/** Lists every text of an action's params that is a template, and where it stands. */
export function textsOfAction(value: unknown, at: string): { text: string; field: string }[] {
  if (typeof value === 'string') return value.includes('{') ? [{ text: value, field: at }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    if (NO_TEMPLATES.has(key)) return [];
    const field = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return RICH.has(key) ? textsOfRich(item, field) : textsOfAction(item, field);
  });
}

function templateProblems({ text, field }: { text: string; field: string }): Problem[] {
  const [problem] = checkTemplate(text).problems;
  return problem ? [wrong(field, `line ${problem.line}: ${problem.message}`)] : [];
}
