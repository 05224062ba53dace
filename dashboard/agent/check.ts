import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CreateAgentBody } from '../../schemas/agents/agents.js';
import { asProblem } from '../api/problem.js';
import { request } from '../api/request.js';
import { type Definition, definitionOf } from './use-agent.js';

const REST_MS = 400;

export interface Checked {
  errors: { field: string; message: string }[];
  warnings: string[];
}

async function check(definition: Definition): Promise<Checked> {
  try {
    return await request('checkWorkflow', { body: definition as CreateAgentBody });
  } catch (thrown) {
    const { field, message, isAway } = asProblem(thrown);
    if (isAway) throw thrown;
    // What isn't even of the right shape is told at once, one thing at a time.
    return { errors: [{ field: field ?? '', message }], warnings: [] };
  }
}

/** Asks what publishing would refuse, as it stands on the page. */
export function useChecked(definition: Definition | undefined) {
  const [resting] = useDebouncedValue(definition && definitionOf(definition), REST_MS);
  return useQuery({
    queryKey: ['checkWorkflow', resting],
    queryFn: () => check(resting as Definition),
    enabled: resting !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
