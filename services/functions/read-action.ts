import { checkSendMessage } from '../../domain/rules/actions/check-message.js';
import { HostError } from '../../functions/sandbox.js';
import { type Action, actionParams } from '../../schemas/rules/actions.js';
import { checkArguments, invalid } from './check-arguments.js';

/** Reads an action as a function asked for it. Throws `HostError` with what is wrong with it. */
export function readAction(type: string, params: Record<string, unknown>): Action {
  const schema = actionParams(type);
  if (schema === undefined) throw new HostError('UNKNOWN_ACTION', `Unknown action ${type}.`);
  checkArguments(schema, params);
  const action = { type, params } as unknown as Action;
  const [problem] = action.type === 'send_message' ? checkSendMessage(action.params, '') : [];
  if (problem) throw invalid(`${problem.field.slice(1).replaceAll('/', '.') || 'It'}: ${problem.message}`);
  return action;
}
