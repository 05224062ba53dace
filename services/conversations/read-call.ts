import type { CallResult, ToolCall } from '../../domain/agent/turn-input.js';
import type { ModelCall } from '../../providers/model/provider.js';
import { checksOf } from '../../runtime/json-schema.js';
import { JsonRefused, parseStrictJson } from '../../runtime/strict-json.js';
import type { AgentTool } from '../../schemas/agents/talking.js';
import { TOOL_ARGUMENTS } from '../../schemas/agents/tools.js';

const MAX_BYTES = 8 * 1024;
const CHECKS = Object.fromEntries(
  Object.entries(TOOL_ARGUMENTS).map(([name, shape]) => [name, checksOf(shape, 'untouched')]),
) as Record<AgentTool, ReturnType<typeof checksOf>>;

/** A call that a model asked for, as one that the gate can judge, or refused for what it is. */
export type ReadCall = { ok: true; call: ToolCall } | { ok: false; result: CallResult };

/** Refuses a call that is none: it is recorded with what can be shown of it. */
function refuse(name: string, code: string, message: string, given: unknown): ReadCall {
  const shown = typeof given === 'object' && given !== null ? given : {};
  const call = { ...shown, tool: name.slice(0, 64) } as unknown as ToolCall;
  return { ok: false, result: { call, refused: { code, message } } };
}

/**
 * Parses arguments with unknown content. Anything other than one plain JSON object is rejected, never repaired by
 * guessing.
 */
function parse(text: string): { value: unknown } | { problem: string } {
  if (Buffer.byteLength(text) > MAX_BYTES) return { problem: `The arguments exceed ${MAX_BYTES} bytes.` };
  try {
    return { value: parseStrictJson(text.trim() === '' ? '{}' : text) };
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    return { problem: `The arguments are no valid JSON: ${error.message}` };
  }
}

/** Reads a call of a model: a tool that there is, with arguments of its shape and no others. */
export function readCall({ name, arguments: text }: ModelCall): ReadCall {
  if (!Object.hasOwn(CHECKS, name)) return refuse(name, 'UNKNOWN_TOOL', `Unknown tool ${name.slice(0, 64)}.`, {});
  const parsed = parse(text);
  if ('problem' in parsed) return refuse(name, 'BAD_ARGUMENTS', parsed.problem, {});
  const check = CHECKS[name as AgentTool]();
  if (!check(parsed.value)) {
    const [error] = check.errors ?? [];
    const where = error?.instancePath ?? '';
    return refuse(
      name,
      'BAD_ARGUMENTS',
      `${where || 'The arguments'} ${error?.message ?? 'do not fit'}.`,
      parsed.value,
    );
  }
  return { ok: true, call: toCall(name as AgentTool, parsed.value as Record<string, unknown>) };
}

/** The call with what the gate and the tools look at. */
function toCall(tool: AgentTool, given: Record<string, unknown>): ToolCall {
  if (tool === 'get_availability' || tool === 'opt_out_lead') return { tool };
  return { ...given, tool } as ToolCall;
}

/** Codes of calls that are none, whatever the lead said. */
const INVALID = ['BAD_ARGUMENTS', 'UNKNOWN_TOOL', 'NOT_ALLOWED', 'TOO_MANY'];

/** Returns whether a call was refused for what it is, which a model that works well doesn't do. */
export const isInvalid = ({ refused }: CallResult): boolean => refused !== null && INVALID.includes(refused.code);
