import type { Action, ActionType } from '../../../schemas/rules/actions.js';
import { textsOfRich } from '../../channels/whatsapp-rich.js';
import { checkTemplate } from '../../messages/template-render.js';
import type { Problem } from '../../problem.js';
import { invalid } from './definition.js';
import { definitionOf } from './index.js';

/** Checks what an action's params must hold beyond their shape: something to act on, and texts that can be rendered. */
export function checkAction(action: { type: ActionType; params: object }, at: string): Problem[] {
  const problems = definitionOf(action.type).check?.(action.params as Action['params'], at) ?? [];
  return [...problems, ...textsOfAction(action.params, at).flatMap(templateProblems)];
}

/** Of these only the texts for people are templates. */
const RICH = new Set(['media', 'interactive']);

/** Texts that are not ours to read: rendered where they are used, or no templates at all. */
const NO_TEMPLATES = new Set(['components', 'tags', 'headers', 'url', 'reason']);

/** Lists every template text in an action's params with its path. */
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
  return problem ? [invalid(field, `line ${problem.line}: ${problem.message}`)] : [];
}
