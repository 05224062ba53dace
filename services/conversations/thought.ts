import { createHash, randomBytes } from 'node:crypto';
import { fromJson } from '../../db/connection.js';
import { findSeatById } from '../../db/conversations/seats.js';
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
  type Said,
  saidOf,
  systemOf,
} from '../../domain/agent/prompt.js';
import type { CallResult, Cause, Scene } from '../../domain/agent/scene.js';
import { usesModel } from '../../domain/agent/settings.js';
import { actingAt } from '../../domain/flow/cadence.js';
import { completeLimits, type StoredSettings } from '../../domain/widget/settings.js';
import type { AskModel, ModelMessage, ModelRequest } from '../../providers/model/provider.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type { HandoffReason } from '../../schemas/conversations/turns.js';
import type { ConversationPlan } from '../../workflows/conversation.protocol.js';
import type { Breakers } from '../channels/breakers.js';
import type { Spender } from '../models/budget.js';
import { answerDue, dueCause, needsNoModel, soonestOf, stepAfter } from './advance.js';
import { sceneOf } from './scene.js';
import { change, type Sitting, save, sit, wasSaid } from './sitting.js';
import type { ReadBefore } from './use-tool.js';

/** What turns with a model are taken with. */
export interface ThinkDependencies extends WorkDependencies {
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

/** A turn while a model thinks about it: nothing of it is written but its steps. */
export interface Thought {
  seat: Sitting['seat'];
  definition: Sitting['definition'];
  snapshot: Sitting['snapshot'];
  cause: Cause;
  turnNo: number;
  claimNo: number;
  /** The last input that it looks at. */
  through: number;
  startedAt: Date;
  /** What is seen, with what the calls so far would do laid over it. */
  scene: Scene;
  context: PromptContext;
  /** The widget that it is held with, and how much that takes. */
  widget: Spender['widget'];
  /** The models that may be asked, the first one first. */
  models: ModelRow[];
  system: PromptSection[];
  messages: ModelMessage[];
  /** What the next step is shown for the first time. */
  fresh: PromptSection[];
  /** What came of the calls, step by step, and what was read for them. */
  steps: CallResult[][];
  readBefore: Map<CallResult, ReadBefore>;
  /** Every time that can be picked, also those found in this turn. */
  offered: OfferedSlotRow[];
  stepNo: number;
  /** The first step, where it was written down with the turn's beginning. */
  opened?: OpenedStep | undefined;
  /** Writes down the step that ended it, with the transaction of its answer. */
  unwritten?: ((work: Work) => Promise<void>) | undefined;
  /** How often an answer was not sent for what it said. */
  corrections: number;
  /** How often it was thought about, from 1: again where what was let through can't be done any more. */
  attempts: number;
}

/** How thinking ended: with an answer, by rules, or because it is outdated already. */
export type Ending =
  | { kind: 'reply'; text: string }
  /** A call says how the turn ends, and the service's own words go with it. */
  | { kind: 'ends' }
  /** Nothing that the agent knows answers it: it says so and offers a person. */
  | { kind: 'leaves' }
  | { kind: 'hand_over'; reason: HandoffReason; limited?: Limited }
  | { kind: 'outdated' };

/** So many times in a row something newer makes what was thought outdated; then it is said first. */
export const MOST_SUPERSEDED = 2;

/** What was said so far, as a model is shown it: people's messages of ours are its own side. */
const saidIn = ({ talk }: Sitting): Said[] =>
  talk.filter(wasSaid).flatMap(({ role, text }): Said[] => {
    if (text === null || role === 'system') return [];
    return [{ role: role === 'user' ? 'user' : 'assistant', text }];
  });

/** What of a lead's metadata the operator lets a model know. */
function factsOf({ snapshot, definition }: Sitting): Record<string, unknown> {
  const metadata = snapshot?.metadata ?? {};
  return Object.fromEntries(
    definition.ai.facts.flatMap((key) => (Object.hasOwn(metadata, key) ? [[key, metadata[key]]] : [])),
  );
}

/** A mark that stands in what an agent's model is told in trust: an answer that holds it tells of it. */
const canaryOf = ({ agent_id, agent_version }: Sitting['seat']): string =>
  createHash('sha256').update(`canary/${agent_id}/${agent_version}`).digest('hex').slice(0, 16);

const toMessages = (said: readonly Said[]): ModelMessage[] => said.map(({ role, text }) => ({ role, text }));

async function widgetOf({ tx }: Work, { account_id, widget_id }: Sitting['seat']): Promise<Spender['widget']> {
  if (widget_id === null) return null;
  const row = await findWidgetSettings(tx, account_id, widget_id);
  return row ? { id: widget_id, limits: completeLimits(fromJson<StoredSettings>(row.settings).limits) } : null;
}

/** Begins to think about the turn that is due: whatever thought about it before is outdated from here on. */
async function begin(sitting: Sitting, cause: Cause): Promise<Thought> {
  const { work, seat, definition, snapshot } = sitting;
  const { ai } = definition;
  const claimNo = (seat.claim_no ?? 0) + 1;
  change(sitting, { claim_no: claimNo, thinks: true });
  const scene = sceneOf(sitting, cause);
  const keys = [ai.model, ai.fallback_model].filter((key) => key !== null);
  const widget = await widgetOf(work, seat);
  const rows = await listModelsByKeys(work.tx, seat.account_id, keys);
  const context: PromptContext = {
    ...{ fence: randomBytes(8).toString('hex'), canary: canaryOf(seat), said: saidIn(sitting) },
    ...{ page: fromJson<Record<string, unknown> | null>(seat.page), facts: factsOf(sitting) },
  };
  const said = saidOf(context);
  const data = dataSection(scene, context);
  return {
    ...{ seat, definition, snapshot, cause, claimNo, scene, context, widget, turnNo: seat.next_turn },
    ...{ through: seat.next_seq - 1, startedAt: work.now, system: systemOf(scene, context) },
    models: keys.flatMap((key) => rows.filter(({ model_key }) => model_key === key)),
    messages: [{ role: 'user', text: data.text }, ...toMessages(said)],
    fresh: [data, { name: 'conversation', origin: 'data', text: JSON.stringify(said) }],
    ...{ steps: [], readBefore: new Map(), offered: sitting.offers, stepNo: 0, corrections: 0, attempts: 1 },
  };
}

/**
 * Takes what is due by rules where that is enough, else begins to think about it. In one transaction, which is over
 * before a model is asked.
 */
export async function openThought(
  opened: Work,
  id: string,
): Promise<{ step: ConversationPlan } | { thought: Thought }> {
  const seat = await findSeatById(opened.tx, id);
  const work = at(opened, actingAt(seat ? soonestOf(seat) : null, opened.now));
  const sitting = seat && (await sit(work, seat));
  if (!sitting) return { step: { closed: true } };
  // Whoever thought about it before is gone, or its answer counts for nothing any more.
  if (sitting.seat.claim_no) await cancelSteps(work.tx, sitting.seat.id);
  const cause = dueCause(sitting);
  if (cause === undefined || !usesModel(sitting.definition) || needsNoModel(sitting, cause)) {
    await answerDue(sitting, cause);
    await save(sitting);
    return { step: stepAfter(sitting.seat) };
  }
  const thought = await begin(sitting, cause);
  await save(sitting);
  return { thought };
}
