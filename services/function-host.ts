import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { findFunctionValue } from '../db/function-values.js';
import { checkSendMessage } from '../domain/actions/check-message.js';
import { type PlanContext, planActions } from '../domain/actions/index.js';
import { createMasking } from '../domain/masking.js';
import { cut } from '../domain/values/text.js';
import { LOG_BYTES } from '../functions/limits.js';
import { DEFAULT_LIMITS, HostError, HostLimitError, type SandboxHost } from '../functions/sandbox.js';
import type { SafeFetch } from '../runtime/safe-fetch.js';
import { type Action, actionParams } from '../schemas/actions.js';
import type { Effect } from '../schemas/effects.js';
import {
  type FunctionOnlyParams,
  LEAD_COLUMNS,
  type LeadColumn,
  type RecordedEffect,
  type RecordedLog,
  type RecordedRequest,
} from '../schemas/function-effects.js';
import { createFunctionHttp } from './function-http.js';
import { createFunctionLeads, type FunctionLeadsOptions, type LeadEntry } from './function-leads.js';
import { slotProblem } from './function-slots.js';
import { createFunctionTime } from './function-time.js';
import { readLead } from './lead-input.js';

/** What a run of a function works with. */
export interface FunctionHostOptions extends FunctionLeadsOptions {
  functionId: string;
  /** Names this run: its effects' idempotency keys begin with it. */
  runId: string;
  dryRun: boolean;
  fetch: SafeFetch;
  allowedHosts: readonly string[];
  /** Whether requests that change something go out in a dry run too. */
  allowHttpWrites: boolean;
  /** The function's secrets in plain, by name. */
  secrets: Readonly<Record<string, string>>;
  /** A page of leads of the account. Throws `HostError` for what is wrong with the query. */
  leads: { query(query: unknown): Promise<{ leads: readonly { id: string }[] }> };
}

/** What answers a run's calls, and what the run has left behind so far; logs and requests are masked. */
export interface FunctionHost extends SandboxHost {
  readonly effects: RecordedEffect[];
  readonly logs: RecordedLog[];
  readonly logCount: number;
  readonly requests: RecordedRequest[];
  /** The lead the run is about, as its effects leave it; null where it is about none. */
  leadAfter(): Promise<Record<string, unknown> | null>;
}

const ajv = new Ajv2020({ allErrors: false, strict: false, discriminator: true });
formats.default(ajv);
const validators = new Map<string, ValidateFunction>();
const MAX_VALUE_BYTES = 16 * 1024;

const invalid = (message: string) => new HostError('VALIDATION_ERROR', message);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const options = (value: unknown, name: string): Record<string, unknown> => {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw invalid(`${name} must be an object.`);
  // In requests null and absent are the same for what may be left out.
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
};

/** The same within what a message is made of. */
function withoutNulls({ media, interactive, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const deep = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(deep);
    if (!isRecord(value)) return value;
    const present = Object.entries(value).filter(([, item]) => item !== null);
    return Object.fromEntries(present.map(([key, item]) => [key, deep(item)]));
  };
  return {
    ...rest,
    ...(media === undefined ? {} : { media: deep(media) }),
    ...(interactive === undefined ? {} : { interactive: deep(interactive) }),
  };
}

/** An action as a function asked for it, or the sentence that says what is wrong with it. */
function readAction(type: string, params: Record<string, unknown>): Action {
  const schema = actionParams(type);
  if (schema === undefined) throw new HostError('UNKNOWN_ACTION', `This service has no action ${type}.`);
  let validate = validators.get(type);
  if (!validate) {
    validate = ajv.compile(schema as object);
    validators.set(type, validate);
  }
  if (!validate(params)) {
    const [error] = validate.errors ?? [];
    const named = error?.params as { additionalProperty?: string; missingProperty?: string } | undefined;
    const key = named?.additionalProperty ?? named?.missingProperty;
    const place = [error?.instancePath.slice(1).replaceAll('/', '.'), key].filter(Boolean).join('.');
    throw invalid(`${place === '' ? 'It' : place} ${error?.message ?? 'is not valid'}.`);
  }
  const action = { type, params } as unknown as Action;
  const [problem] = action.type === 'send_message' ? checkSendMessage(action.params, '') : [];
  if (problem) throw invalid(`${problem.field.slice(1).replaceAll('/', '.') || 'It'}: ${problem.message}`);
  return action;
}

const RUN_TYPES = new Set(['set_status', 'stop_automation', 'resume_automation']);
const asList = (value: unknown): unknown => (typeof value === 'string' ? [value] : value);

/** How the methods that do the same as an action become that action; the lead stands first in each. */
const ACTIONS: Record<string, (args: readonly unknown[]) => { type: string; params: Record<string, unknown> }> = {
  'tags.add': ([tags]) => ({ type: 'add_tag', params: { tags: asList(tags) } }),
  'tags.remove': ([tags]) => ({ type: 'remove_tag', params: { tags: asList(tags) } }),
  'tags.set': ([tags]) => ({ type: 'set_tags', params: { tags: asList(tags) } }),
  'status.set': ([key, more]) => ({ type: 'set_status', params: { ...options(more, 'options'), status_key: key } }),
  'messages.send': ([message]) => ({ type: 'send_message', params: withoutNulls(options(message, 'message')) }),
  'meetings.offer': ([offer]) => ({ type: 'offer_meeting', params: options(offer, 'offer') }),
  'automation.stop': ([more]) => ({ type: 'stop_automation', params: options(more, 'options') }),
  'automation.resume': ([more]) => ({ type: 'resume_automation', params: options(more, 'options') }),
  'conversions.record': ([one]) => ({ type: 'record_conversion', params: options(one, 'conversion') }),
  'fields.set': ([key, value, more]) => ({ type: 'set_field', params: { ...options(more, 'options'), key, value } }),
  'notes.add': ([text]) => ({ type: 'add_note', params: { text } }),
  'tasks.create': ([task]) => ({ type: 'create_task', params: options(task, 'task') }),
};

/** The part of `svc` outside the sandbox, for one run. Nothing is written: effects are gathered, and reads see them. */
export function createFunctionHost(world: FunctionHostOptions): FunctionHost {
  const { db, account, functionId } = world;
  const started = performance.now();
  const clock = () => new Date(world.now.getTime() + (performance.now() - started));
  const masking = createMasking();
  const leads = createFunctionLeads(world);
  const http = createFunctionHttp({ ...world, masking });
  const time = createFunctionTime(clock, account.timezone);
  const effects: RecordedEffect[] = [];
  const logs: RecordedLog[] = [];
  const values = new Map<string, unknown>();
  const keyOf = () => `${world.runId}/${effects.length + 1}`;

  function record(effect: Omit<RecordedEffect, 'seq' | 'applied' | 'idempotency_key'>) {
    if (effects.length >= DEFAULT_LIMITS.effects)
      throw new HostLimitError(`More than ${DEFAULT_LIMITS.effects} effects.`);
    const seq = effects.length + 1;
    effects.push({ seq, ...effect, applied: false, idempotency_key: keyOf() });
    return { seq, type: effect.type, skipped_reason: effect.skipped_reason ?? null };
  }

  /** What effects change of a lead, for the record. */
  const changes = (entry: LeadEntry, effect: Effect): { before: unknown; after: unknown } | undefined => {
    const shown = ({ facts }: LeadEntry) => {
      switch (effect.type) {
        case 'add_tag':
        case 'remove_tag':
        case 'set_tags':
          return { tags: facts.tags };
        case 'set_metadata':
          return { metadata: facts.metadata };
        case 'set_field':
          return { [effect.params.key]: facts.variables[effect.params.key]?.value ?? null };
        case 'set_status':
          return { status_key: facts.status?.key ?? null };
        case 'assign_owner':
          return { owner_id: facts.lead.owner_id };
        default:
          return undefined;
      }
    };
    const earlier = shown(entry);
    entry.applyEffect(effect, clock());
    return earlier && { before: earlier, after: shown(entry) };
  };

  function act(entry: LeadEntry, type: string, params: Record<string, unknown>) {
    const action = readAction(type, params);
    const target = { kind: 'lead' as const, id: entry.id };
    const about = { type: action.type };
    if (RUN_TYPES.has(type) && entry.facts.run === null && !params.workflow_id) {
      const skipped_reason = 'The lead has no open run of a workflow.';
      return record({ ...about, target, params, skipped_reason });
    }
    const context: PlanContext = { facts: entry.facts, now: clock(), render: (text) => text };
    const { effects: planned, skipped } = planActions([action], context, keyOf());
    const [effect] = planned;
    if (!effect) return record({ ...about, target, params, skipped_reason: skipped[0]?.reason ?? 'Nothing to do.' });
    const inParams = effect.target.kind === 'lead' ? {} : { lead_id: entry.id };
    const made = record({ ...about, target: effect.target, params: { ...effect.params, ...inParams } });
    const changed = changes(entry, effect);
    if (changed) Object.assign(effects.at(-1) as RecordedEffect, changed);
    return made;
  }

  function updateLead(entry: LeadEntry, given: Record<string, unknown>) {
    const { metadata, owner_id, ...columns } = given;
    const unknown = Object.keys(columns).find((key) => !(LEAD_COLUMNS as readonly string[]).includes(key));
    if (unknown !== undefined) throw invalid(`${unknown} is not a column of a lead; put it into metadata.`);
    const made = [];
    if (Object.keys(columns).length > 0) {
      const wrong = Object.entries(columns).find(([, value]) => value !== null && typeof value !== 'string');
      if (wrong) throw invalid(`${wrong[0]} must be a text or null.`);
      const read = readLead(columns as Partial<Record<LeadColumn, string>>, entry.country);
      if (!read.ok) {
        const [problem] = read.problems;
        throw new HostError(problem?.code ?? 'VALIDATION_ERROR', `${problem?.field.slice(1)}: ${problem?.message}`);
      }
      const changed = read.values as FunctionOnlyParams['update_lead']['changes'];
      const shown = entry.view() as unknown as Record<string, unknown>;
      const earlier = Object.fromEntries(Object.keys(changed).map((key) => [key, shown[key] ?? null]));
      made.push(
        record({
          type: 'update_lead',
          target: { kind: 'lead', id: entry.id },
          params: { changes: changed },
          before: earlier,
          after: changed,
        }),
      );
      entry.applyColumns(changed);
    }
    if (metadata !== undefined) {
      const all = options(metadata, 'metadata');
      const nulls = Object.keys(metadata as object).filter(
        (key) => (metadata as Record<string, unknown>)[key] === null,
      );
      made.push(act(entry, 'set_metadata', { values: all, unset: nulls }));
    }
    if (owner_id !== undefined) made.push(act(entry, 'assign_owner', { user_id: owner_id }));
    if (made.length === 0) throw invalid('There is nothing to change.');
    return made.at(-1);
  }

  async function book(entry: LeadEntry, given: Record<string, unknown>) {
    const { meeting_type_id, host_id, starts_at, timezone, title, description, invite_lead, ...rest } = given;
    const unknown = Object.keys(rest)[0];
    if (unknown) throw invalid(`${unknown} is not a part of a booking.`);
    for (const [name, value] of Object.entries({ meeting_type_id, host_id, starts_at })) {
      if (typeof value !== 'string' || value === '') throw invalid(`${name} must be given.`);
    }
    for (const [name, value] of Object.entries({ timezone, title, description })) {
      if (value !== undefined && typeof value !== 'string') throw invalid(`${name} must be a text.`);
    }
    if (invite_lead !== undefined && typeof invite_lead !== 'boolean')
      throw invalid('invite_lead must be true or false.');
    const params: FunctionOnlyParams['book_meeting'] = {
      meeting_type_id: (meeting_type_id as string).toLowerCase(),
      host_id: (host_id as string).toLowerCase(),
      workflow_id: entry.run?.agent_id ?? null,
      starts_at: starts_at as string,
      timezone: (timezone as string) ?? null,
      title: (title as string) ?? null,
      description: (description as string) ?? null,
      invite_lead: (invite_lead as boolean) ?? null,
    };
    const taken = await slotProblem(db, account.id, params, clock());
    return record({
      type: 'book_meeting',
      target: { kind: 'lead', id: entry.id },
      params: { ...params },
      ...(taken === undefined ? {} : { skipped_reason: taken }),
    });
  }

  function setValue(key: unknown, value: unknown, more: unknown) {
    if (typeof key !== 'string' || !/^[\w.:/@-]{1,200}$/.test(key)) {
      throw invalid('The key must be 1 to 200 letters, digits or . : / @ _ -');
    }
    const json = JSON.stringify(value ?? null);
    if (Buffer.byteLength(json) > MAX_VALUE_BYTES) throw invalid('A stored value may have 16 KiB at most.');
    const { ttl_seconds } = options(more, 'options');
    if (
      ttl_seconds !== undefined &&
      !(typeof ttl_seconds === 'number' && ttl_seconds >= 1 && ttl_seconds <= 31_536_000)
    ) {
      throw invalid('ttl_seconds must be 1 to 31536000.');
    }
    const expires_at =
      ttl_seconds === undefined ? null : new Date(clock().getTime() + ttl_seconds * 1000).toISOString();
    values.set(key, value ?? null);
    return record({
      type: 'set_value',
      target: { kind: 'function', id: functionId },
      params: { key, value: value ?? null, expires_at },
    });
  }

  async function getValue(key: unknown): Promise<unknown> {
    if (typeof key !== 'string') throw invalid('The key must be a text.');
    if (values.has(key)) return values.get(key);
    return (await findFunctionValue(db, { accountId: account.id, functionId, key, now: clock() })) ?? null;
  }

  function getSecret(name: unknown): string {
    const value = typeof name === 'string' && Object.hasOwn(world.secrets, name) ? world.secrets[name] : undefined;
    if (value === undefined) throw new HostError('SECRET_NOT_FOUND', 'The function has no secret of this name.');
    masking.add(value);
    return value;
  }

  function log(level: unknown, message: unknown, data: unknown): void {
    const text = masking.text(typeof message === 'string' ? message : String(message));
    const line: RecordedLog = {
      ts: clock().toISOString(),
      level: level === 'debug' || level === 'warn' || level === 'error' ? level : 'info',
      message: cut(text, LOG_BYTES),
    };
    if (data !== undefined && data !== null) {
      const masked = masking.value(data);
      const size = Buffer.byteLength(JSON.stringify(masked)) + Buffer.byteLength(line.message);
      line.data = size > LOG_BYTES ? '(too long)' : masked;
    }
    logs.push(line);
  }

  async function query(given: unknown) {
    const page = await world.leads.query(given);
    const seenLeads = await Promise.all(
      page.leads.map(async (lead) => {
        const entry = await leads.known(lead.id);
        if (!entry) return lead;
        const view = entry.view() as unknown as Record<string, unknown>;
        return Object.fromEntries(Object.keys(lead).map((key) => [key, view[key]]));
      }),
    );
    return { ...page, leads: seenLeads };
  }

  async function answer(name: string, args: readonly unknown[]): Promise<unknown> {
    const [first, second, third] = args;
    const action = ACTIONS[name];
    if (action) {
      const { type, params } = action(args.slice(1));
      return act(await leads.find(first), type, params);
    }
    switch (name) {
      case 'log':
        return log(first, second, third);
      case 'leads.get':
        return (await leads.find(first)).view();
      case 'leads.query':
        return query(first);
      case 'leads.update':
        if (!isRecord(second)) throw invalid('The changes must be an object.');
        return updateLead(await leads.find(first), second);
      case 'meetings.book':
        return book(await leads.find(first), options(second, 'booking'));
      case 'http.fetch':
        return http.fetch(first, second);
      case 'secrets.get':
        return getSecret(first);
      case 'kv.get':
        return getValue(first);
      case 'kv.set':
        return setValue(first, second, third);
      case 'time.now':
        return time.now();
      case 'time.add':
        return time.add(first, second, third);
      case 'time.zoned':
        return time.zoned(first, second);
      default:
        throw new HostError('UNKNOWN_CALL', `svc has no ${name}.`);
    }
  }

  return {
    effects,
    logs,
    requests: http.requests,
    get logCount() {
      return logs.length;
    },
    call: answer,
    async leadAfter() {
      return world.lead && { ...(await leads.find(undefined)).view() };
    },
  };
}
