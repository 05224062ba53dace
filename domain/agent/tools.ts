import { AGENT_TOOLS, type AgentTool } from '../../schemas/agents/talking.js';
import { TOOL_ARGUMENTS } from '../../schemas/agents/tools.js';
import { fieldsAndColumns } from './fields.js';
import type { Scene } from './scene.js';
import { mayUse } from './settings.js';

/** A tool as a model is told of it. */
export interface OfferedTool {
  name: AgentTool;
  description: string;
  parameters: object;
}

const ABOUT: Record<AgentTool, string> = {
  capture_field: 'Keep something that the lead has said about themselves. One call for each value.',
  set_status: 'Move the lead to another status.',
  add_tag: 'Tag the lead.',
  search_knowledge: 'Look something up in the company’s documents. Cite what you use as [n].',
  get_availability: 'Find free times for a meeting; they are shown to the lead to pick from.',
  book_meeting: 'Book a time that was offered and that the lead has clearly chosen.',
  send_link: 'Send one of the company’s links with your answer.',
  request_human: 'Give the conversation to a colleague. Your turn ends with it.',
  schedule_followup: 'Write to the lead again at a time that they asked for.',
  opt_out_lead: 'The lead wants no more messages. Your turn ends with it.',
  end_conversation: 'The lead has said goodbye and there is nothing left to do.',
};

/** What a key may be, for tools that only know some. */
function keysOf(tool: AgentTool, { agent: { ai, fields } }: Pick<Scene, 'agent'>): [string, string[]] | undefined {
  const known = (keys: readonly (string | undefined)[]) => [...new Set(keys.filter((key) => key !== undefined))];
  switch (tool) {
    case 'capture_field':
      return ['key', fieldsAndColumns(fields).map(({ key }) => key)];
    case 'set_status':
      return ['status_key', known([...ai.statuses, ai.on_complete.set_status])];
    case 'add_tag':
      return ['tag', known([...ai.tags, ai.on_complete.add_tag])];
    case 'send_link':
      return ['key', ai.links.map(({ key }) => key)];
    default:
      return undefined;
  }
}

/** Whether a tool can do anything for this agent as it is set up. */
function isUseful(tool: AgentTool, scene: Pick<Scene, 'agent'>): boolean {
  if (tool === 'search_knowledge') return scene.agent.ai.knowledge.collections.length > 0;
  if (tool === 'get_availability' || tool === 'book_meeting') return scene.agent.ai.meeting_type !== null;
  return keysOf(tool, scene)?.[1].length !== 0;
}

/** Returns the tools that a model is told of: those that the agent may use, with the keys that they take. */
export function toolsOf(scene: Pick<Scene, 'agent'>): OfferedTool[] {
  const usable = AGENT_TOOLS.filter((tool) => mayUse(scene.agent.ai, tool) && isUseful(tool, scene));
  return usable.map((name) => {
    const keys = keysOf(name, scene);
    const shape = JSON.parse(JSON.stringify(TOOL_ARGUMENTS[name])) as { properties: Record<string, object> };
    const properties = {
      ...shape.properties,
      ...(keys ? { [keys[0]]: { ...shape.properties[keys[0]], enum: keys[1] } } : {}),
      // Some servers want a type for everything, and one only. A number is taken as such all the same.
      ...(name === 'capture_field' ? { value: { ...shape.properties.value, type: 'string' } } : {}),
    };
    return { name, description: ABOUT[name], parameters: { ...shape, properties } };
  });
}
