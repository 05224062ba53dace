import { Chip } from '../parts/chip.js';

interface Facts {
  is_active: boolean;
  paused: boolean;
  version: number;
}

/** Whether an agent works. */
export function AgentState({ is_active, paused, version }: Facts) {
  if (version === 0) return <Chip who="decide" label="Not published" />;
  if (!is_active) return <Chip who="off" label="Off" />;
  if (paused) return <Chip who="person" label="Paused" />;
  return <Chip who="ok" label="Works" />;
}
