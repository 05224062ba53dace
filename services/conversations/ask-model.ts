import { fromJson } from '../../db/connection.js';
import type { StepKey } from '../../db/models/steps.js';
import { type Limited, reserveUsage, type Spending, settleUsage } from '../../db/models/usage.js';
import type { ModelRow } from '../../db/tables.js';
import { inWork, type Work } from '../../db/work.js';
import { toolsOf } from '../../domain/agent/tools.js';
import { costMicros, estimateTokens } from '../../domain/models/cost.js';
import type { ModelAnswer, ModelFailure, ModelRequest, ModelUsage } from '../../providers/model/provider.js';
import type { AccountLimits } from '../../schemas/agents/agents.js';
import { limitsOf } from '../models/budget.js';
import { endpointOf } from '../models/models.js';
import type { ModelTurn, ModelTurnDependencies, OpenedStep, Reserved } from './model-turn.js';
import type { TurnStepStore } from './turn-step-store.js';

/** The outcome of a model step: an answer, an exhausted budget, or no answer. */
export type StepOutcome =
  | { kind: 'answered'; answer: Extract<ModelAnswer, { kind: 'answered' }>; close: CloseStep }
  | { kind: 'spent'; limited: Limited }
  | { kind: 'away' };

/** Returns what writes down what a step came to and what came of its answer, and counts what it has used up. */
export type CloseStep = (results: unknown) => (work: Work) => Promise<void>;

/** Thrown when the process stops. The process that resumes the turn calls the model again. */
export class ModelTurnStopped extends Error {
  constructor() {
    super('The turn was stopped.');
    this.name = 'StoppedThinking';
  }
}

const PAUSES_MS = [1_000, 3_000];
const LONGEST_PAUSE_MS = 10_000;
/** In a chat, a visitor waits for the answer. */
const PATIENCE_MS = { chat: 60_000, whatsapp: 120_000, email: 240_000 };

/** The model client and the store of steps. */
type AskDependencies = ModelTurnDependencies & { stepStore: TurnStepStore };

interface ReceivedAnswer {
  answer: ModelAnswer;
  model: ModelRow;
  attempts: number;
}

const isLate = ({ clock }: ModelTurnDependencies, { startedAt, turnInput }: ModelTurn): boolean =>
  clock.now().getTime() - startedAt.getTime() > PATIENCE_MS[turnInput.channel];

const HELD: ModelFailure = { kind: 'failed', code: 'server_error', status: null, retry: false, retryAfterMs: null };

/** Calls one model, up to three times if a retry can help. */
async function askOne(
  deps: ModelTurnDependencies,
  modelTurn: ModelTurn,
  model: ModelRow,
  { request, signal }: { request: ModelRequest; signal: AbortSignal },
): Promise<ReceivedAnswer> {
  const { conversation } = modelTurn;
  const hold = await deps.breakers.holdOf(deps.db, deps.clock.now(), model.id, conversation.id);
  if (hold) return { answer: HELD, model, attempts: 0 };
  const call = { senderId: model.id, accountId: conversation.account_id, agentRunId: conversation.id };
  for (let attempts = 1; ; attempts += 1) {
    const answer = await deps.models.ask(endpointOf(model, deps.box), request, signal);
    if (signal.aborted) throw new ModelTurnStopped();
    if (answer.kind === 'answered') {
      deps.breakers.note(call, { kind: 'accepted', providerMessageId: '' });
      return { answer, model, attempts };
    }
    deps.breakers.note(call, { kind: 'refused_retry', code: answer.code, message: 'The model returned no response.' });
    const pause = PAUSES_MS[attempts - 1];
    if (!answer.retry || pause === undefined || isLate(deps, modelTurn)) return { answer, model, attempts };
    await deps.pause(Math.min(Math.max(pause, answer.retryAfterMs ?? 0), LONGEST_PAUSE_MS), signal);
    if (signal.aborted) throw new ModelTurnStopped();
  }
}

/** Calls the agent's model, then its fallback. */
async function askAny(
  deps: ModelTurnDependencies,
  modelTurn: ModelTurn,
  asking: { request: ModelRequest; signal: AbortSignal },
): Promise<ReceivedAnswer> {
  let last: ReceivedAnswer | undefined;
  for (const model of modelTurn.models) {
    const asked = await askOne(deps, modelTurn, model, asking);
    last = { ...asked, attempts: asked.attempts + (last?.attempts ?? 0) };
    if (asked.answer.kind === 'answered' || isLate(deps, modelTurn)) break;
  }
  if (!last) throw new Error('No model was called.');
  return last;
}

function requestOf({ turnInput, definition, system, messages }: ModelTurn): ModelRequest {
  return {
    system: system.map(({ text }) => text).join('\n\n'),
    messages,
    tools: toolsOf(turnInput),
    maxOutputTokens: definition.ai.max_output_tokens,
  };
}

/** About how much a call reads, before it is made. */
const sizeOf = ({ system, messages, tools }: ModelRequest): number =>
  estimateTokens(system + JSON.stringify(messages) + JSON.stringify(tools));

/** Returns the maximum usage of a call. */
function mostOf(request: ModelRequest, models: readonly ModelRow[]): Spending {
  const input = sizeOf(request);
  const output = request.maxOutputTokens;
  return {
    tokens: input + output,
    micros: Math.max(...models.map((model) => costMicros({ input, cached: 0, output }, model))),
  };
}

/** Returns the usage of a call, from the server's report or else the estimate. A failed call may cost as much. */
function usedBy({ answer, model }: ReceivedAnswer, request: ModelRequest, reserved: Spending) {
  if (answer.kind === 'failed') {
    const isOpen = answer.code === 'timeout' || answer.code === 'network';
    return { usage: NO_USE, spent: isOpen ? reserved : { tokens: 0, micros: 0 } };
  }
  const written = answer.text + answer.calls.map((call) => call.arguments).join('');
  const usage = answer.usage ?? { ...NO_USE, input: sizeOf(request), output: estimateTokens(written) };
  return { usage, spent: { tokens: usage.input + usage.output, micros: costMicros(usage, model) } };
}
const NO_USE: ModelUsage = { input: 0, cached: 0, output: 0, reasoning: 0 };

/**
 * Writes down that a model is about to be asked for the next step of a turn, and reserves what that may cost; nothing is
 * written where a limit has no room.
 */
export async function openStep(
  { stepStore }: Pick<AskDependencies, 'stepStore'>,
  work: Work,
  modelTurn: ModelTurn,
): Promise<OpenedStep> {
  const { conversation, definition, turnNo, claimNo, models, system, fresh, widget } = modelTurn;
  const [model] = models as [ModelRow];
  const stepNo = modelTurn.stepNo + 1;
  const key = { conversation_id: conversation.id, turn_no: turnNo, claim_no: claimNo, step_no: stepNo };
  const request = requestOf(modelTurn);
  const reserved = mostOf(request, models);
  const spender = {
    accountId: conversation.account_id,
    agentId: conversation.agent_id,
    widget,
    conversationId: conversation.id,
    accountLimits: fromJson<AccountLimits | null>(conversation.account_limits),
  };
  const limits = limitsOf(definition.ai, spender, work.now);
  const limited = await reserveUsage(work.tx, limits, reserved);
  if (limited) return { limited };
  const shown = stepNo === 1 ? [...system, ...fresh] : fresh;
  await stepStore.insert(work.tx, {
    ...key,
    account_id: conversation.account_id,
    agent_id: conversation.agent_id,
    model_id: model.id,
    model_version: model.version,
    model_key: model.model_key,
    model_name: null,
    status: 'asking',
    error: null,
    finish_reason: null,
    request: JSON.stringify({ sections: shown, tools: request.tools.map(({ name }) => name) }),
    response: '',
    results: '[]',
    attempts: 0,
    input_tokens: 0,
    cached_tokens: 0,
    output_tokens: 0,
    reasoning_tokens: 0,
    cost_micros: reserved.micros,
    latency_ms: 0,
    created_at: work.now,
  });
  return { key, request, reserved, limits };
}

/** The outcome of a step, with its reservation. */
interface Ended extends ReceivedAnswer, Reserved {
  latencyMs: number;
  /** The results of its calls, or the verdict on it. */
  results: unknown;
}

/** Writes down what a step came to with what came of its answer, and counts what it has used up. */
async function close({ stepStore }: AskDependencies, work: Work, key: StepKey, ended: Ended): Promise<void> {
  const { answer, model, attempts, request, reserved, limits, latencyMs, results } = ended;
  const { usage, spent } = usedBy(ended, request, reserved);
  const previousText =
    answer.kind === 'answered'
      ? {
          status: 'ok',
          error: null,
          finish_reason: answer.finishReason,
          model_name: answer.modelName,
          // Its server's hidden data is no longer needed after the turn.
          response: JSON.stringify({
            text: answer.text,
            calls: answer.calls.map(({ again: _again, ...call }) => call),
          }),
        }
      : {
          status: 'failed',
          error: [answer.code, answer.status].filter((part) => part !== null).join(' '),
          ...(answer.said === undefined ? {} : { response: JSON.stringify({ said: answer.said }) }),
        };
  await stepStore.finish(work.tx, key, {
    ...previousText,
    results: JSON.stringify(results),
    attempts,
    model_id: model.id,
    model_version: model.version,
    model_key: model.model_key,
    input_tokens: usage.input,
    cached_tokens: usage.cached,
    output_tokens: usage.output,
    reasoning_tokens: usage.reasoning,
    cost_micros: spent.micros,
    latency_ms: latencyMs,
  });
  // Last, since others wait for these rows until the commit.
  await settleUsage(work.tx, limits, { reserved, used: spent });
}

/**
 * Runs one step of a model. It is recorded before the call and, with its cost, after the answer was read. No
 * transaction is open during the call.
 */
export async function askForStep(
  deps: AskDependencies,
  modelTurn: ModelTurn,
  signal: AbortSignal,
): Promise<StepOutcome> {
  if (modelTurn.models.length === 0) return { kind: 'away' };
  const opened = modelTurn.opened ?? (await inWork(deps, (work) => openStep(deps, work, modelTurn)));
  modelTurn.opened = undefined;
  modelTurn.stepNo += 1;
  if ('limited' in opened) return { kind: 'spent', limited: opened.limited };
  const { key, ...reserved } = opened;
  const began = performance.now();
  const asked = await askAny(deps, modelTurn, { request: reserved.request, signal });
  const ended = { ...asked, ...reserved, latencyMs: Math.round(performance.now() - began) };
  const { answer } = asked;
  const closing: CloseStep = (results) => (work) => close(deps, work, key, { ...ended, results });
  if (answer.kind === 'answered') return { kind: 'answered', answer, close: closing };
  await inWork(deps, closing([]));
  return { kind: 'away' };
}
