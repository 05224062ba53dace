import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CreateAgentBody } from '../../../schemas/agents/agents.js';
import { asProblem } from '../../api/problem.js';
import { request } from '../../api/request.js';
import { type Definition, definitionOf } from './use-agent.js';

const REST_MS = 400;

export interface PublishCheck {
  errors: { field: string; message: string }[];
  warnings: string[];
}

async function check(definition: Definition): Promise<PublishCheck> {
  try {
    return await request('checkWorkflow', { body: definition as CreateAgentBody });
  } catch (thrown) {
    const { field, message, isAway } = asProblem(thrown);
    if (isAway) throw thrown;
    // An invalid shape is reported immediately, one error at a time.
    return { errors: [{ field: field ?? '', message }], warnings: [] };
  }
}

/** Returns the errors that would prevent the publication of the page's draft. */
export function usePublishCheck(definition: Definition | undefined) {
  const [resting] = useDebouncedValue(definition && definitionOf(definition), REST_MS);
  return useQuery({
    queryKey: ['checkWorkflow', resting],
    queryFn: () => check(resting as Definition),
    enabled: resting !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
