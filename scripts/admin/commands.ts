import { ACCOUNT_COMMANDS } from './accounts.js';
import { AGENT_COMMANDS } from './agents.js';
import { usageOf } from './arguments.js';
import type { Commands } from './command.js';
import { CONNECTION_COMMANDS } from './connections.js';
import { DOCTOR_COMMANDS } from './doctor.js';
import { FUNCTION_COMMANDS } from './functions.js';
import { KEY_COMMANDS } from './keys.js';
import { LEAD_COMMANDS } from './leads.js';
import { RECORD_COMMANDS } from './records.js';
import { RUN_COMMANDS } from './runs.js';
import { SECRET_COMMANDS } from './secrets.js';
import { WIDGET_COMMANDS } from './widgets.js';

/** Every command of `npm run admin`. */
export const COMMANDS: Commands = {
  ...ACCOUNT_COMMANDS,
  ...KEY_COMMANDS,
  ...LEAD_COMMANDS,
  ...AGENT_COMMANDS,
  ...RUN_COMMANDS,
  ...RECORD_COMMANDS,
  ...FUNCTION_COMMANDS,
  ...CONNECTION_COMMANDS,
  ...WIDGET_COMMANDS,
  ...SECRET_COMMANDS,
  ...DOCTOR_COMMANDS,
};

/** Writes what `npm run admin` alone shows, or the part of it that concerns commands beginning with a word. */
export function help(word?: string): string {
  const entries = Object.entries(COMMANDS);
  const named = entries.filter(([name]) => name.split(' ')[0] === word);
  return [
    'Usage: npm run admin -- <command> [options] [--json]',
    '',
    ...(named.length > 0 ? named : entries).map(
      ([name, command]) => `  ${usageOf(name, command)}\n      ${command.does}`,
    ),
    '',
    '--json prints only one line of JSON. npm itself prints two lines before it; npm run --silent prevents ' + 'that.',
    'The exit code is 0 on success, 2 for invalid arguments, and 1 for other failures.',
  ].join('\n');
}
