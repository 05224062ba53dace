import { Chip } from '../../components/chip.js';
import * as words from '../../words/en/agents.js';

interface Facts {
  is_active: boolean;
  paused: boolean;
  version: number;
}

/** Shows whether an agent works. */
export function AgentState({ is_active, paused, version }: Facts) {
  if (version === 0) return <Chip who="decide" label={words.notPublished} />;
  if (!is_active) return <Chip who="off" label={words.inactive} />;
  if (paused) return <Chip who="person" label={words.paused} />;
  return <Chip who="ok" label={words.active} />;
}
