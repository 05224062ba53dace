import { setTimeout } from 'node:timers/promises';
import { draftOf, findAgent, findDefinition } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import { listModelsByKeys } from '../../db/models/models.js';
import type { AgentRow } from '../../db/tables.js';
import { differencesOf } from '../../domain/agent/compare-turns.js';
import { agentSettings, usesModel } from '../../domain/agent/settings.js';
import { asVariant } from '../../domain/agent/variants.js';
import { createModelProvider } from '../../providers/model/index.js';
import { secretsOf } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import { privateHostsFor } from '../../runtime/private-host-settings.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { createShares } from '../../runtime/shares.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { SimulatedLead } from '../../schemas/agents/simulation.js';
import {
  converseWithAgentContract,
  type ReplayedTurn,
  replayConversationContract,
  TRIAL_MS,
} from '../../schemas/agents/trials.js';
import type { ConversationTurn } from '../../schemas/conversations/turns.js';
import type { ModelTurnDependencies } from '../../services/conversations/model-turn.js';
import { asRecorded, atStart, readRecording } from '../../services/conversations/replay.js';
import { runTrial, type TrialResult, type TrialTurn } from '../../services/conversations/run-trial.js';
import { BadLead, type Partner, type TrialPlan, trialVersion } from '../../services/conversations/trial.js';
import { UNNAMED } from '../../services/conversations/turn-input.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { type Caller, type RouteInput, route } from '../http/route.js';
import { requireLead } from '../leads/find.js';
import { requireActable } from './find.js';
import { toTurn } from './to-conversation.js';

/**
 * So many conversations are tried with models at once in a process, each of which mostly waits for its model. One account
 * has few of them, so that models of its own that never answer keep no other account from trying.
 */
const AT_ONCE = { most: 20, ofOne: 3 };
const SCRIPTED = 'scripted';
const LAST_TURN = 1_000;

interface Which {
  version?: number | undefined;
  draft?: boolean | undefined;
  model?: string | undefined;
  variant?: string | undefined;
}

type Tested = Pick<TrialPlan, 'agent' | 'definition' | 'version' | 'isPublished' | 'variant'>;

/** The defaults of a trial conversation. */
interface Usual {
  version: number;
  variant: string | null;
}

/** Returns the tested version or draft of an agent, with the requested model and variant. */
async function testedOf(
  db: Db,
  agent: AgentRow,
  { version, draft, model, variant }: Which,
  usual: Usual,
): Promise<Tested> {
  if (version !== undefined && draft) {
    throw new ApiError('VALIDATION_ERROR', { message: 'Specify either version or draft.', field: '/draft' });
  }
  const number = version ?? usual.version;
  const published = draft || number === 0 ? undefined : await findDefinition(db, agent.id, number);
  if (version !== undefined && !published) throw new ApiError('VERSION_NOT_FOUND', { field: '/version' });
  const definition = published ?? draftOf(agent);
  if (
    model !== undefined &&
    model !== SCRIPTED &&
    (await listModelsByKeys(db, agent.account_id, [model])).length === 0
  ) {
    throw new ApiError('MODEL_NOT_FOUND', { field: '/model' });
  }
  const { variants } = agentSettings(definition).ai;
  const named = (key: string | null | undefined) => variants.find((each) => each.key === key)?.key;
  if (variant !== undefined && named(variant) === undefined) {
    throw new ApiError('VALIDATION_ERROR', { message: 'Specify a variant of this version.', field: '/variant' });
  }
  const tried = { agent, variant: named(variant ?? usual.variant) ?? variants[0]?.key ?? null };
  if (published && model === undefined) return { ...tried, definition, version: number, isPublished: true };
  return { ...tried, definition: withModel(definition, model), version: trialVersion(), isPublished: false };
}

const withModel = (definition: AgentDefinition, model: string | undefined): AgentDefinition =>
  model === undefined
    ? definition
    : {
        ...definition,
        ai: {
          ...definition.ai,
          model: model === SCRIPTED ? null : model,
          fallback_model: null,
          variants: definition.ai.variants?.map(({ model: _own, ...variant }) => variant) ?? [],
        },
      };

/** Returns the responder of a trial. */
const answering = ({ definition, variant }: Pick<Tested, 'definition' | 'variant'>): AgentDefinition =>
  asVariant(agentSettings(definition), variant);

/** Returns the agent's partner in the conversation. */
async function partnerOf(
  db: Db,
  account: Caller['account'],
  { lead_id, lead, channel = 'chat' }: RouteInput<typeof converseWithAgentContract>['body'],
): Promise<Partner> {
  if (lead_id !== undefined && lead !== undefined) {
    throw new ApiError('VALIDATION_ERROR', { message: 'Specify either lead_id or lead.', field: '/lead_id' });
  }
  if (lead_id !== undefined) {
    const row = await requireLead(db, account.id, lead_id);
    if (row.erased_at) throw new ApiError('LEAD_ERASED', { field: '/lead_id' });
    return { kind: 'lead', id: row.id };
  }
  if (lead !== undefined) return madeOf(lead);
  if (channel === 'chat') return { kind: 'visitor' };
  throw new ApiError('VALIDATION_ERROR', {
    message: `Conversations on ${channel} require a lead. Specify lead or lead_id.`,
    field: '/lead',
  });
}

const madeOf = ({ variables = {}, first_name = UNNAMED, ...fields }: SimulatedLead): Partner => ({
  kind: 'made',
  fields: { ...fields, first_name },
  variables,
});

/** Returns the messages on a channel: text, or in a chat also a selected time. */
function turnMessagesOf({
  messages,
  channel = 'chat',
}: RouteInput<typeof converseWithAgentContract>['body']): TrialPlan['turnMessages'] {
  return messages.map((saying, index) => {
    const field = `/messages/${index}`;
    if ((saying.text === undefined) === (saying.slot === undefined)) {
      throw new ApiError('VALIDATION_ERROR', { message: 'Specify either text or slot.', field });
    }
    if (saying.slot !== undefined && channel !== 'chat') {
      throw new ApiError('VALIDATION_ERROR', {
        message: 'Slots can only be selected in chats. Describe the time in text.',
        field,
      });
    }
    return [saying];
  });
}

const toRecorded = ({ row, messages, steps }: Pick<TrialTurn, 'row' | 'messages' | 'steps'>): ConversationTurn =>
  toTurn(row, messages, steps);

/** A turn of a trial as the API answers it: nothing of it was applied, and what isn't published is no version. */
const toTried =
  ({ isPublished }: Tested) =>
  ({ row, messages, steps }: Pick<TrialTurn, 'row' | 'messages' | 'steps'>): ConversationTurn => {
    const turn = toTurn(row, messages, steps);
    const effects = turn.effects.map((effect) => ({ ...effect, applied: false }));
    return { ...turn, effects, workflow_version: isPublished ? turn.workflow_version : 0 };
  };

const toOutcome = (
  { isPublished, version, ...tested }: Tested,
  { turns, conversation, fields, isComplete }: TrialResult,
) => ({
  success: true as const,
  version: isPublished ? version : null,
  variant: tested.variant,
  model: answering(tested).ai.model,
  complete: isComplete,
  handler: conversation.handler as 'agent' | 'person' | 'nobody',
  handoff_reason: conversation.handoff_reason,
  status: conversation.status as 'open' | 'closed',
  language: conversation.language,
  is_lead: conversation.lead_id !== null,
  follow_up_at: conversation.follow_up_at?.toISOString() ?? null,
  fields,
  cost_micros: turns.flatMap(({ steps }) => steps).reduce((sum, { cost_micros }) => sum + cost_micros, 0),
});

/** Makes what trials are held with: as many at once as a process takes. */
function createTrials({ config, db, clock, dispatch, models }: ApiDependencies) {
  const provider = models ?? createModelProvider({ privateHosts: privateHostsFor(config, 'MODEL_PRIVATE_HOSTS') });
  const deps: ModelTurnDependencies = {
    db,
    clock,
    dispatch,
    models: provider,
    box: createSecretBox(secretsOf(config)),
    // A trial by an operator doesn't wait for a model's breaker and doesn't count for it.
    breakers: { holdOf: async () => undefined, note: () => undefined },
    pause: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
  };
  const places = createShares(AT_ONCE);
  return async (plan: TrialPlan): Promise<TrialResult> => {
    const isSlow = usesModel(answering(plan));
    const leave = isSlow ? places.take(plan.account.id) : () => undefined;
    if (!leave) throw new ApiError('TRIALS_BUSY', { headers: { 'Retry-After': '5' } });
    try {
      return await runTrial(deps, plan, AbortSignal.timeout(TRIAL_MS));
    } catch (error) {
      if (!(error instanceof BadLead)) throw error;
      const [first] = error.problems;
      throw new ApiError(first?.code ?? 'VALIDATION_ERROR', {
        message: first?.message ?? error.message,
        field: `/lead${first?.field ?? ''}`,
      });
    } finally {
      leave();
    }
  };
}

export const converseWithAgentRoute = (deps: ApiDependencies) => {
  const hold = createTrials(deps);
  return route(converseWithAgentContract).handle(async ({ account, db, params, body }) => {
    const agent = found(await findAgent(db, account.id, pathId(params.id, 'WORKFLOW_NOT_FOUND')), 'WORKFLOW_NOT_FOUND');
    const tested = await testedOf(db, agent, body, { version: agent.version, variant: null });
    const { channel = 'chat', locale = null, page = null } = body;
    const plan = { id: newId(), account, ...tested, channel, locale, page, turnMessages: turnMessagesOf(body) };
    const tried = await hold({ ...plan, partner: await partnerOf(db, account, body) });
    return { status: 200, body: { ...toOutcome(tested, tried), turns: tried.turns.map(toTried(tested)) } };
  });
};

export const replayConversationRoute = (deps: ApiDependencies) => {
  const hold = createTrials(deps);
  return route(replayConversationContract).handle(async ({ account, db, params, body }) => {
    const conversation = await requireActable(db, account.id, params.id);
    const agent = found(await findAgent(db, account.id, conversation.agent_id), 'WORKFLOW_NOT_FOUND');
    const tested = await testedOf(db, agent, body, {
      version: conversation.agent_version,
      variant: conversation.variant,
    });
    const recording = await readRecording(db, conversation, body.through ?? LAST_TURN);
    const isVisitor = conversation.lead_id === null || (conversation.channel === 'chat' && !conversation.verified);
    const isSame =
      tested.isPublished &&
      recording.turns.every(({ row }) => row.agent_version === tested.version && row.variant === tested.variant);
    const plan: TrialPlan = {
      id: newId(),
      account,
      ...tested,
      channel: conversation.channel as TrialPlan['channel'],
      locale: conversation.language,
      page: conversation.page === null ? null : JSON.parse(conversation.page),
      partner: isVisitor ? { kind: 'visitor' } : { kind: 'lead', id: conversation.lead_id as string },
      turnMessages: recording.turnMessages,
      prepare: atStart(conversation, recording),
    };
    // A turn that a model has answered isn't sent again.
    const isRecorded = isSame && usesModel(answering(tested));
    const tried = isRecorded ? await asRecorded(db, conversation, recording) : await hold(plan);
    const turns = recording.turns.flatMap((turn, round): ReplayedTurn[] => {
      const recorded = toRecorded(turn);
      const replayed = tried.turns
        .filter((each) => each.round === round)
        .map(isRecorded ? toRecorded : toTried(tested));
      const wasPlayed = tried.isComplete || tried.turns.some((each) => each.round >= round);
      return wasPlayed ? [{ no: recorded.no, recorded, replayed, differs: differencesOf(recorded, replayed) }] : [];
    });
    const differing = turns.filter(({ differs }) => differs.length > 0).length;
    const outcome = { ...toOutcome(tested, tried), ...(isRecorded ? { cost_micros: 0 } : {}) };
    return { status: 200, body: { ...outcome, turns, differing } };
  });
};
