import { listAgentsByIds } from '../../db/agents/agents.js';
import { listTemplatesByIds } from '../../db/channels/templates.js';
import type { Db } from '../../db/connection.js';
import { listModelsByKeys } from '../../db/models/models.js';
import type { TemplateRow } from '../../db/tables.js';
import { patternProblem } from '../../domain/agent/never-say.js';
import { definitionWarnings } from '../../domain/cadence/check.js';
import { isSending } from '../../domain/cadence/steps.js';
import { textsOfRich } from '../../domain/channels/whatsapp-rich.js';
import { templateSlots } from '../../domain/channels/whatsapp-template.js';
import { checkTemplate } from '../../domain/messages/template-render.js';
import { textsOfAction } from '../../domain/rules/actions/check-action.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import { type CadenceStep, CHANNELS, type Channel, type SendingStep } from '../../schemas/cadence/cadence.js';
import type { ErrorCode } from '../../schemas/error-codes.js';
import type { Action } from '../../schemas/rules/actions.js';
import { findSender, poolOf, senderIdOf } from '../channels/senders.js';
import { toStoredTemplate } from '../messages/compose.js';
import { missingReferences, type Reference, referencesOfAction } from './references.js';

/** A problem that prevents saving or publishing an agent, with the JSON pointer of its cause. */
export interface AgentProblem {
  code: ErrorCode;
  field: string;
  message: string;
}

interface Draft {
  accountId: string;
  agentId: string;
  definition: AgentDefinition;
}

/**
 * Lists what only the database and the template language know of a definition: whether everything it names is there and
 * the account's own, its texts can be rendered, and each channel it uses has a sender. Missing senders come last.
 */
export async function publicationProblems(db: Db, draft: Draft): Promise<AgentProblem[]> {
  return [
    ...textProblems(draft.definition),
    ...variableProblemsOf(draft.definition),
    ...(await templateProblems(db, draft)),
    ...(await agentProblems(db, draft)),
    ...(await missingReferences(db, draft.accountId, referencesOf(draft.definition))),
    ...(await modelProblems(db, draft)),
    ...variantProblems(draft.definition),
    ...(await senderProblems(db, draft)),
  ];
}

const wrong = (field: string, message: string): AgentProblem => ({ code: 'VALIDATION_ERROR', field, message });

const stepsWithPointers = ({ cadence }: AgentDefinition): { step: CadenceStep; pointer: string }[] =>
  cadence.steps.map((step, index) => ({ step, pointer: `/cadence/steps/${index}` }));

const sendingSteps = (definition: AgentDefinition): { step: SendingStep; pointer: string }[] =>
  stepsWithPointers(definition).flatMap(({ step, pointer }) => (isSending(step) ? [{ step, pointer }] : []));

const setActions = (definition: AgentDefinition): { action: Action; pointer: string }[] =>
  stepsWithPointers(definition).flatMap(({ step, pointer }) =>
    step.type === 'set'
      ? step.actions.map((action, index) => ({ action, pointer: `${pointer}/actions/${index}/params` }))
      : [],
  );

const TEXTS = ['subject', 'content', 'html', 'begin_message'] as const;
type Texts = Partial<Record<(typeof TEXTS)[number] | 'template_id' | 'fallback_template_id', string | undefined>> & {
  variables?: Record<string, string> | undefined;
  media?: object | undefined;
  interactive?: object | undefined;
};

/** A step's own contents and those of its variants. */
const contentsOf = (step: SendingStep, pointer: string): { contents: Texts; pointer: string }[] => [
  { contents: step, pointer },
  ...(step.variants ?? []).map((contents: Texts, index) => ({ contents, pointer: `${pointer}/variants/${index}` })),
];

/** Returns every template text of a message or call with its path. */
function textsSent(definition: AgentDefinition): { text: string; field: string }[] {
  const texts = sendingSteps(definition)
    .flatMap(({ step, pointer }) => contentsOf(step, pointer))
    .flatMap(({ contents, pointer }) => [
      ...TEXTS.map((name) => ({ text: contents[name], field: `${pointer}/${name}` })),
      ...textsOfRich(contents.media, `${pointer}/media`),
      ...textsOfRich(contents.interactive, `${pointer}/interactive`),
      ...Object.entries(contents.variables ?? {}).map(([name, text]) => ({
        text,
        field: `${pointer}/variables/${name}`,
      })),
    ]);
  return texts.flatMap(({ text, field }) => (text === undefined ? [] : [{ text, field }]));
}

const textsOfActions = (definition: AgentDefinition): { text: string; field: string }[] =>
  setActions(definition).flatMap(({ action, pointer }) => textsOfAction(action.params, pointer));

function textProblems(definition: AgentDefinition): AgentProblem[] {
  return textsSent(definition).flatMap(({ text, field }) => {
    const [problem] = checkTemplate(text).problems;
    return problem ? [wrong(field, `line ${problem.line}: ${problem.message}`)] : [];
  });
}

/** Finds the variables that nothing sets: a lead would get the text with a gap in it. */
const variableProblemsOf = (definition: AgentDefinition): AgentProblem[] =>
  [...textsSent(definition), ...textsOfActions(definition)].flatMap(({ text, field }) =>
    checkTemplate(text).unknownVariables.map((name) =>
      wrong(field, `Unknown variable {{ ${name} }}. Use a variable such as lead.first_name or metadata.budget.`),
    ),
  );

/** Lists what a draft may contain for now: unreachable steps, and variables that nothing sets. */
export const draftWarnings = (definition: AgentDefinition): string[] => [
  ...definitionWarnings(definition),
  ...variableProblemsOf(definition).map(({ field, message }) => `${field}: ${message}`),
];

async function templateProblems(db: Db, { accountId, definition }: Draft): Promise<AgentProblem[]> {
  const used = sendingSteps(definition).flatMap(({ step, pointer }) =>
    contentsOf(step, pointer).flatMap(({ contents, pointer }) => [
      ...named(contents.template_id, `${pointer}/template_id`, channelOf(step), pointer, { ...step, ...contents }),
      ...named(contents.fallback_template_id, `${pointer}/fallback_template_id`, 'whatsapp', pointer, {
        ...step,
        ...contents,
      }),
    ]),
  );
  const templates = await listTemplatesByIds(db, accountId, idsOf(used));
  return used.flatMap(({ id, field, channel, pointer, variables }) => {
    const template = templates.find((candidate) => candidate.id === id.toLowerCase());
    if (!template) return [wrong(field, 'is not a template of this account')];
    if (template.channel !== channel) return [wrong(field, `is a template for ${template.channel}, not ${channel}`)];
    return variableProblems(template, variables, `${pointer}/variables`);
  });
}

const named = (id: string | undefined, field: string, channel: Channel, pointer: string, { variables }: Texts) =>
  id === undefined ? [] : [{ id, field, channel, pointer, variables: variables ?? {} }];

/** A WhatsApp template's numbered places have to be filled by the step; named ones may be values of the lead. */
function variableProblems(row: TemplateRow, variables: Record<string, string>, field: string): AgentProblem[] {
  const slots = templateSlots(toStoredTemplate(row).components);
  const missing = slots.filter(
    ({ component, name, kind }) =>
      (kind !== 'text' || /^\d+$/.test(name)) && !(name in variables) && !(`${component}.${name}` in variables),
  );
  return missing.length === 0
    ? []
    : [
        wrong(
          field,
          `leaves ${missing.map(({ component, name }) => `${component}.${name}`).join(', ')} of the template empty`,
        ),
      ];
}

const channelOf = (step: SendingStep): Channel => step.channel ?? (step.type === 'call' ? 'call' : 'email');

async function agentProblems(db: Db, { accountId, agentId, definition }: Draft): Promise<AgentProblem[]> {
  const transfers = definition.statuses.flatMap((status, index) =>
    status.transfer_to_workflow_id === null
      ? []
      : [{ id: status.transfer_to_workflow_id, field: `/statuses/${index}/transfer_to_workflow_id` }],
  );
  const known = new Set((await listAgentsByIds(db, accountId, idsOf(transfers))).map(({ id }) => id));
  return [
    ...transfers
      .filter(({ id }) => id.toLowerCase() === agentId)
      .map(({ field }) => wrong(field, 'must be another workflow')),
    ...transfers
      .filter(({ id }) => !known.has(id.toLowerCase()))
      .map(({ field }) => wrong(field, 'is not a workflow of this account')),
  ];
}

async function modelProblems(db: Db, { accountId, definition: { ai } }: Draft): Promise<AgentProblem[]> {
  const named = [
    { key: ai.model, field: 'model' },
    { key: ai.fallback_model, field: 'fallback_model' },
    ...ai.variants.map(({ model }, index) => ({ key: model ?? null, field: `variants/${index}/model` })),
  ].flatMap(({ key, field }) => (key === null ? [] : [{ key, field }]));
  const known = await listModelsByKeys(
    db,
    accountId,
    named.map(({ key }) => key),
  );
  return [
    ...named
      .filter(({ key }) => !known.some((model) => model.model_key === key))
      .map(({ field }) => wrong(`/ai/${field}`, 'is not a model of this account')),
    ...(ai.never_say ?? []).flatMap((pattern, index) => {
      const problem = patternProblem(pattern);
      return problem === undefined ? [] : [wrong(`/ai/never_say/${index}`, problem)];
    }),
  ];
}

/** Returns the problems of an agent's variants: duplicate keys, weights that are all 0, and questions for unknown fields. */
function variantProblems({ ai: { variants }, fields }: AgentDefinition): AgentProblem[] {
  const known = new Set(fields.map(({ key }) => key));
  const keys = variants.map(({ key }) => key);
  return [
    ...keys.flatMap((key, index) =>
      keys.indexOf(key) < index ? [wrong(`/ai/variants/${index}/key`, 'names another variant too')] : [],
    ),
    ...(variants.length > 0 && variants.every(({ weight }) => weight === 0)
      ? [wrong('/ai/variants/0/weight', 'is 0, as is every other one: one has to be above')]
      : []),
    ...variants.flatMap(({ questions = {} }, index) =>
      Object.keys(questions)
        .filter((key) => !known.has(key))
        .map((key) => wrong(`/ai/variants/${index}/questions/${key}`, 'is not a field of this workflow')),
    ),
  ];
}

const referencesOf = (definition: AgentDefinition): Reference[] => [
  ...setActions(definition).flatMap(({ action, pointer }) => referencesOfAction(action.params, pointer)),
  ...referencesOfAction(definition.handoff.notify ?? {}, '/handoff/notify'),
];

const SENDERS = {
  email: { field: '/channels/email_sender_id', message: 'is not an email sender of this account' },
  whatsapp: { field: '/channels/whatsapp_number_id', message: 'is not a number of this account' },
  call: { field: '/channels/voice_agent_id', message: 'is not a voice agent of this account' },
} as const satisfies Record<Channel, { field: string; message: string }>;

async function senderProblems(db: Db, { accountId, definition }: Draft): Promise<AgentProblem[]> {
  const uses = sendingSteps(definition).flatMap(({ step, pointer }) => [
    { key: step.key, channel: channelOf(step), field: `${pointer}/channel` },
    ...(step.fallback_channel === undefined
      ? []
      : [{ key: step.key, channel: step.fallback_channel, field: `${pointer}/fallback_channel` }]),
  ]);
  const unknown: AgentProblem[] = [];
  const unset: AgentProblem[] = [];
  for (const channel of CHANNELS) {
    const pool = poolOf(definition, channel)?.senders ?? [];
    for (const [index, { email_sender_id }] of pool.entries()) {
      if (await findSender(db, channel, accountId, email_sender_id.toLowerCase())) continue;
      unknown.push(wrong(`/channels/email_pool/senders/${index}/email_sender_id`, SENDERS[channel].message));
    }
    if (pool.length > 0) continue;
    const id = senderIdOf(definition, channel);
    const using = uses.filter((use) => use.channel === channel);
    if (id === null && using.length === 0) continue;
    if (await findSender(db, channel, accountId, id)) continue;
    if (id !== null) unknown.push(wrong(SENDERS[channel].field, SENDERS[channel].message));
    else {
      unset.push(
        ...using.map(({ key, field }) => ({
          code: 'CHANNEL_NOT_CONFIGURED' as const,
          field,
          message: `step ${key}: the account has no sender for ${channel}`,
        })),
      );
    }
  }
  return [...unknown, ...unset];
}

const idsOf = (used: readonly { id: string }[]): string[] => [...new Set(used.map(({ id }) => id.toLowerCase()))];
