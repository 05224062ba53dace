import { AGENT_TOOLS, type AgentTool } from '../../schemas/agents/talking.js';
import { TOOL_ARGUMENTS } from '../../schemas/agents/tools.js';
import { fieldsAndColumns } from './fields.js';
import { mayUse } from './settings.js';
import { MEETING_LINK, type TurnInput } from './turn-input.js';

/** A tool in the form that a model receives. */
export interface OfferedTool {
  name: AgentTool;
  description: string;
  parameters: object;
}

const DESCRIPTIONS: Record<AgentTool, string> = {
  capture_field: 'Store something that the lead has said about themselves. Use one call for each value.',
  set_status: 'Move the lead to another status.',
  add_tag: 'Tag the lead.',
  search_knowledge: 'Search the company’s documents. Cite the results that you use as [n].',
  get_availability: 'Find free times for a meeting. The lead sees them and can select one.',
  book_meeting: 'Book an offered time that the lead has clearly selected.',
  send_link: 'Send one of the company’s links with your answer.',
  request_human: 'Hand the conversation over to a colleague. This ends your turn.',
  schedule_followup: 'Write to the lead again at a time that the lead requested.',
  opt_out_lead: 'Opt the lead out of further messages. This ends your turn.',
  end_conversation: 'End the conversation after the lead has said goodbye and nothing is left to do.',
};

/** The part of a turn input that decides which tools a model is offered. */
type ToolInput = Pick<TurnInput, 'agent' | 'meetingUrl'>;

/** Returns the allowed keys of a tool that only accepts some. */
function keysOf(tool: AgentTool, { agent: { ai, fields }, meetingUrl }: ToolInput): [string, string[]] | undefined {
  const distinct = (keys: readonly (string | undefined)[]) => [...new Set(keys.filter((key) => key !== undefined))];
  switch (tool) {
    case 'capture_field':
      return ['key', fieldsAndColumns(fields).map(({ key }) => key)];
    case 'set_status':
      return ['status_key', distinct([...ai.statuses, ai.on_complete.set_status])];
    case 'add_tag':
      return ['tag', distinct([...ai.tags, ai.on_complete.add_tag])];
    case 'send_link':
      return ['key', distinct([...ai.links.map(({ key }) => key), ...(meetingUrl === null ? [] : [MEETING_LINK])])];
    default:
      return undefined;
  }
}

/** Returns whether a tool has any use in the setup of this agent. */
function isUseful(tool: AgentTool, turnInput: ToolInput): boolean {
  if (tool === 'search_knowledge') return turnInput.agent.ai.knowledge.collections.length > 0;
  if (tool === 'get_availability' || tool === 'book_meeting') return turnInput.agent.ai.meeting_type !== null;
  return keysOf(tool, turnInput)?.[1].length !== 0;
}

/** Returns the tools that the agent may use, with the keys that they accept. */
export function toolsOf(turnInput: ToolInput): OfferedTool[] {
  const usable = AGENT_TOOLS.filter((tool) => mayUse(turnInput.agent.ai, tool) && isUseful(tool, turnInput));
  return usable.map((name) => {
    const keys = keysOf(name, turnInput);
    const shape = JSON.parse(JSON.stringify(TOOL_ARGUMENTS[name])) as { properties: Record<string, object> };
    const properties = {
      ...shape.properties,
      ...(keys ? { [keys[0]]: { ...shape.properties[keys[0]], enum: keys[1] } } : {}),
      // Some servers require exactly one type for each property. Numbers are still accepted.
      ...(name === 'capture_field' ? { value: { ...shape.properties.value, type: 'string' } } : {}),
    };
    return { name, description: DESCRIPTIONS[name], parameters: { ...shape, properties } };
  });
}
