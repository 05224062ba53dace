import { createHash, randomBytes } from 'node:crypto';
import { fromJson } from '../../db/connection.js';
import { findConversationWithAgentById } from '../../db/conversations/with-agent.js';
import { listModelsByKeys } from '../../db/models/models.js';
import { cancelSteps, type StepKey } from '../../db/models/steps.js';
import type { Limited, Spending } from '../../db/models/usage.js';
import type { ModelRow, OfferedSlotRow } from '../../db/tables.js';
import { findWidgetSettings } from '../../db/widget/widgets.js';
import { at, type Work, type WorkDependencies } from '../../db/work.js';
import {
  dataSection,
  type PromptContext,
  type PromptSection,
  recentTranscript,
  systemOf,
  type TranscriptEntry,
} from '../../domain/agent/prompt.js';
import { usesModel } from '../../domain/agent/settings.js';
import type { CallResult, Cause, TurnInput } from '../../domain/agent/turn-input.js';
import { actingAt } from '../../domain/flow/cadence.js';
import { completeLimits, type StoredSettings } from '../../domain/widget/settings.js';
import type { AskModel, ModelMessage, ModelRequest } from '../../providers/model/provider.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type { HandoffReason } from '../../schemas/conversations/turns.js';
import type { ConversationPlan } from '../../workflows/conversation.protocol.js';
import type { Breakers } from '../channels/breakers.js';
import type { Spender } from '../models/budget.js';
import { answerDue, dueCause, needsNoModel, soonestOf, stepAfter } from './advance.js';
import { type ConversationSession, change, isVisible, openSession, save } from './session.js';
import { turnInputOf } from './turn-input.js';
import type { ReadBefore } from './use-tool.js';

/** The dependencies of turns with a model. */
export interface ModelTurnDependencies extends WorkDependencies {
  models: { ask: AskModel };
  box: SecretBox;
  breakers: Pick<Breakers, 'holdOf' | 'note'>;
  /** Waits between two tries of a model; ends with the signal. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** A step that a model may be asked for: what it is asked, and what is reserved for it. */
export interface Reserved {
  request: ModelRequest;
  reserved: Spending;
  limits: readonly Limited[];
}

/** A step that is written down, or the limit that has no room for it. */
export type OpenedStep = ({ key: StepKey } & Reserved) | { limited: Limited };

/** A turn that a model works on. Until it is committed, only its steps are written. */
export interface ModelTurn {
  conversation: ConversationSession['conversation'];
  definition: ConversationSession['definition'];
  snapshot: ConversationSession['snapshot'];
  cause: Cause;
  turnNo: number;
  claimNo: number;
  /** The last input that it looks at. */
  through: number;
  startedAt: Date;
  /** The facts, overlaid with the effects of the calls so far. */
  turnInput: TurnInput;
  context: PromptContext;
  /** The widget that it is held with, and how much that takes. */
  widget: Spender['widget'];
  /** The models that may be asked, the first one first. */
  models: ModelRow[];
  system: PromptSection[];
  messages: ModelMessage[];
  /** The sections that are new in the next step. */
  fresh: PromptSection[];
  /** The results of the calls, step by step, with the data that was read for them. */
  steps: CallResult[][];
  readBefore: Map<CallResult, ReadBefore>;
  /** Every time that can be picked, also those found in this turn. */
  offered: OfferedSlotRow[];
  stepNo: number;
  /** The first step, where it was written down with the turn's beginning. */
  opened?: OpenedStep | undefined;
  /** Writes down the step that ended it, with the transaction of its answer. */
  unwritten?: ((work: Work) => Promise<void>) | undefined;
  /** The number of answers that weren't sent because of their content. */
  corrections: number;
  /** The number of the attempt, from 1. It rises if an allowed call is no longer possible. */
  attempts: number;
}

/** The end of a model turn: a reply, rules, or newer input that makes it outdated. */
export type Ending =
  | { kind: 'reply'; text: string }
  /** A call says how the turn ends, and the service's own words go with it. */
  | { kind: 'ends' }
  /** Nothing that the agent knows answers it: it says so and offers a person. */
  | { kind: 'leaves' }
  | { kind: 'hand_over'; reason: HandoffReason; limited?: Limited }
  | { kind: 'outdated' };

/** The number of consecutive model turns that newer input may supersede. Then a reply is sent first. */
export const MAX_SUPERSEDED = 2;

/** Returns the messages so far for a model. Messages of people in the team are on the assistant's side. */
const transcriptOf = ({ transcript }: ConversationSession): TranscriptEntry[] =>
  transcript.filter(isVisible).flatMap(({ role, text }): TranscriptEntry[] => {
    if (text === null || role === 'system') return [];
    return [{ role: role === 'user' ? 'user' : 'assistant', text }];
  });

/** Returns the part of a lead's metadata that the operator shares with models. */
function factsOf({ snapshot, definition }: ConversationSession): Record<string, unknown> {
  const metadata = snapshot?.metadata ?? {};
  return Object.fromEntries(
    definition.ai.facts.flatMap((key) => (Object.hasOwn(metadata, key) ? [[key, metadata[key]]] : [])),
  );
}

/** A marker in the trusted part of a model's prompt. An answer that contains it leaks the prompt. */
const canaryOf = ({ agent_id, agent_version }: ConversationSession['conversation']): string =>
  createHash('sha256').update(`canary/${agent_id}/${agent_version}`).digest('hex').slice(0, 16);

const toMessages = (shownMessages: readonly TranscriptEntry[]): ModelMessage[] =>
  shownMessages.map(({ role, text }) => ({ role, text }));

async function widgetOf(
  { tx }: Work,
  { account_id, widget_id }: ConversationSession['conversation'],
): Promise<Spender['widget']> {
  if (widget_id === null) return null;
  const row = await findWidgetSettings(tx, account_id, widget_id);
  return row ? { id: widget_id, limits: completeLimits(fromJson<StoredSettings>(row.settings).limits) } : null;
}

/** Claims the turn that is due for a model. An earlier claim of it is outdated from here on. */
async function beginModelTurn(session: ConversationSession, cause: Cause): Promise<ModelTurn> {
  const { work, conversation, definition, snapshot } = session;
  const { ai } = definition;
  const claimNo = (conversation.claim_no ?? 0) + 1;
  change(session, { claim_no: claimNo, thinks: true });
  const turnInput = turnInputOf(session, cause);
  const keys = [ai.model, ai.fallback_model].filter((key) => key !== null);
  const widget = await widgetOf(work, conversation);
  const rows = await listModelsByKeys(work.tx, conversation.account_id, keys);
  const context: PromptContext = {
    fence: randomBytes(8).toString('hex'),
    canary: canaryOf(conversation),
    transcript: transcriptOf(session),
    page: fromJson<Record<string, unknown> | null>(conversation.page),
    facts: factsOf(session),
  };
  const shownMessages = recentTranscript(context);
  const data = dataSection(turnInput, context);
  return {
    conversation,
    definition,
    snapshot,
    cause,
    claimNo,
    turnInput,
    context,
    widget,
    turnNo: conversation.next_turn,
    through: conversation.next_seq - 1,
    startedAt: work.now,
    system: systemOf(turnInput, context),
    models: keys.flatMap((key) => rows.filter(({ model_key }) => model_key === key)),
    messages: [{ role: 'user', text: data.text }, ...toMessages(shownMessages)],
    fresh: [data, { name: 'conversation', origin: 'data', text: JSON.stringify(shownMessages) }],
    steps: [],
    readBefore: new Map(),
    offered: session.offers,
    stepNo: 0,
    corrections: 0,
    attempts: 1,
  };
}

/**
 * Takes what is due by rules if they suffice, else claims it for a model. In one transaction, which is over
 * before a model is asked.
 */
export async function openModelTurn(
  opened: Work,
  id: string,
): Promise<{ step: ConversationPlan } | { modelTurn: ModelTurn }> {
  const conversation = await findConversationWithAgentById(opened.tx, id);
  const work = at(opened, actingAt(conversation ? soonestOf(conversation) : null, opened.now));
  const session = conversation && (await openSession(work, conversation));
  if (!session) return { step: { closed: true } };
  // The previous process of this turn died, or its reply no longer counts.
  if (session.conversation.claim_no) await cancelSteps(work.tx, session.conversation.id);
  const cause = dueCause(session);
  if (cause === undefined || !usesModel(session.definition) || needsNoModel(session, cause)) {
    await answerDue(session, cause);
    await save(session);
    return { step: stepAfter(session.conversation) };
  }
  const modelTurn = await beginModelTurn(session, cause);
  await save(session);
  return { modelTurn };
}
