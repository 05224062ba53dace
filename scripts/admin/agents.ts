import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Knex } from 'knex';
import { toAgent } from '../../api/agents/to-agent.js';
import { createAgentRoute, publishAgentRoute, updateAgentRoute } from '../../api/agents/write-agents.js';
import { toApiError } from '../../api/http/errors.js';
import { findAgent, findDefinition, listAgentsOfAccount } from '../../db/agents/agents.js';
import { inTransaction } from '../../db/connection.js';
import type { AgentRow } from '../../db/tables.js';
import { isUuid } from '../../runtime/ids.js';
import { parseStrictJson } from '../../runtime/strict-json.js';
import { type Agent, CreateAgentBody } from '../../schemas/agents/agents.js';
import { pathOf } from './accounts.js';
import { ACCOUNT, type Commands, type Given, UsageError } from './command.js';
import { operate } from './operate.js';

type AgentFile = Record<string, unknown>;

/** The keys of a file, in the order in which they are written. */
const KEYS = Object.keys(CreateAgentBody.properties);
const REQUIRED: readonly string[] = CreateAgentBody.required ?? [];

/** An agent as its file holds it: what creating it takes, complete, and nothing that belongs to this installation. */
const toFile = (agent: AgentFile): AgentFile => Object.fromEntries(KEYS.map((key) => [key, agent[key]]));

const textOf = (file: AgentFile): string => `${JSON.stringify(file, null, 2)}\n`;

async function agentOf(given: Given, accountId: string): Promise<AgentRow> {
  const id = given.needed('workflow').toLowerCase();
  const agent = isUuid(id) ? await findAgent(given.db, accountId, id) : undefined;
  if (!agent) throw new UsageError(`--workflow: workflow ${id} not found in the account`);
  return agent;
}

async function fileOf(db: Knex, row: AgentRow, published: boolean): Promise<AgentFile> {
  if (!published) return toFile(toAgent(row));
  const definition = row.version > 0 ? await findDefinition(db, row.id, row.version) : undefined;
  if (!definition) throw new UsageError(`Workflow ${row.id} isn't published.`);
  return toFile({ ...definition, is_active: row.is_active });
}

const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'workflow';

async function exportAll(given: Given, accountId: string, dir: string): Promise<unknown> {
  const folder = pathOf(dir);
  mkdirSync(folder, { recursive: true });
  const written = [];
  for (const row of await listAgentsOfAccount(given.db, accountId)) {
    if (given.isOn('published') && row.version === 0) continue;
    const name = `${slug(row.name)}.${row.id}.json`;
    writeFileSync(join(folder, name), textOf(await fileOf(given.db, row, given.isOn('published'))));
    written.push({ workflow_id: row.id, name: row.name, file: join(dir, name) });
  }
  return written;
}

function readAgentFile(name: string): AgentFile {
  const path = pathOf(name);
  if (!existsSync(path)) throw new UsageError(`FILE: file ${name} not found`);
  const value = parseStrictJson(readFileSync(path, 'utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${basename(name)}: must contain one workflow as a JSON object`);
  return value as AgentFile;
}

/** A key that the file doesn't have returns to its default, so that the agent matches the file. */
const asChange = (file: AgentFile): AgentFile => ({
  ...Object.fromEntries(KEYS.filter((key) => !REQUIRED.includes(key)).map((key) => [key, null])),
  is_active: true,
  ...file,
});

interface Changed {
  workflow: Agent;
  warnings: string[];
}

/** Thrown to take back what was only tried. */
class OnlyChecked extends Error {}

interface Import {
  name: string;
  accountId: string;
  workflowId: string | undefined;
  publish: boolean;
}

async function importOne(tx: Knex, { name, accountId, workflowId, publish }: Import) {
  try {
    const file = readAgentFile(name);
    let { workflow, warnings } =
      workflowId === undefined
        ? await operate<Changed>(tx, createAgentRoute, { accountId, body: file })
        : await operate<Changed>(tx, updateAgentRoute, { accountId, params: { id: workflowId }, body: asChange(file) });
    if (publish) {
      const params = { id: workflow.id };
      ({ workflow, warnings } = await operate<Changed>(tx, publishAgentRoute, { accountId, params }));
    }
    return { file: name, workflow_id: workflow.id, name: workflow.name, version: workflow.version, warnings };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const refused = toApiError(error);
    if (refused.status >= 500) throw error;
    refused.message = `${name}: ${refused.message}`;
    throw refused;
  }
}

/** Agents as files. */
export const AGENT_COMMANDS: Commands = {
  'agents list': {
    options: ACCOUNT,
    does: 'list the agents (workflows) of an account',
    columns: ['id', 'name', 'version', 'is_active', 'paused', 'total_steps', 'updated_at'],
    run: async (given) => (await listAgentsOfAccount(given.db, await given.account())).map(toAgent),
  },
  'agents export': {
    options: {
      ...ACCOUNT,
      workflow: { value: 'W' },
      file: { value: 'F' },
      dir: { value: 'D' },
      published: {},
    },
    does:
      'export the draft of a workflow, or its published version, to a file or the output; --dir exports all ' +
      'workflows',
    async run(given) {
      const accountId = await given.account();
      const dir = given.text('dir');
      if (dir !== undefined) {
        if (given.text('workflow') !== undefined || given.text('file') !== undefined)
          throw new UsageError("--dir exports all workflows and can't be combined with --workflow or --file");
        return exportAll(given, accountId, dir);
      }
      const row = await agentOf(given, accountId);
      const content = await fileOf(given.db, row, given.isOn('published'));
      const file = given.text('file');
      if (file === undefined) return content;
      writeFileSync(pathOf(file), textOf(content));
      return { workflow_id: row.id, name: row.name, file };
    },
  },
  'agents import': {
    words: 'FILE...',
    options: { ...ACCOUNT, workflow: { value: 'W' }, publish: {}, check: {} },
    does: 'create a workflow from each file, or update --workflow from its file; all of them or none',
    columns: ['file', 'workflow_id', 'name', 'version', 'warnings'],
    async run(given) {
      const accountId = await given.account();
      const files = given.words;
      if (files.length === 0) throw new UsageError('FILE is required');
      if (given.text('workflow') !== undefined && files.length > 1)
        throw new UsageError('--workflow: only one file is allowed');
      const workflowId = given.text('workflow') === undefined ? undefined : (await agentOf(given, accountId)).id;
      let imported: Awaited<ReturnType<typeof importOne>>[] = [];
      const work = inTransaction(given.db, async (tx) => {
        imported = [];
        for (const name of files)
          imported.push(await importOne(tx, { name, accountId, workflowId, publish: given.isOn('publish') }));
        if (given.isOn('check')) throw new OnlyChecked();
      });
      await work.catch((error) => {
        if (!(error instanceof OnlyChecked)) throw error;
      });
      return given.isOn('check') ? imported.map((each) => ({ ...each, workflow_id: workflowId ?? null })) : imported;
    },
  },
};
