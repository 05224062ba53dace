import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FunctionRun } from '../../../schemas/functions/function-runs.js';
import type { Problem } from '../../api/problem.js';
import { request } from '../../api/request.js';
import type { SourceError } from '../../components/code/code-editor.js';

const REST_MS = 500;

/** Queries what is wrong with a source, once its writer rests. */
function useChecked(source: string, when: boolean) {
  const [resting] = useDebouncedValue(source, REST_MS);
  return useQuery({
    queryKey: ['checkCloudFunction', resting],
    queryFn: ({ signal }) => request('checkCloudFunction', { body: { source: resting } }, { signal }),
    enabled: when && resting !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Returns where the last run failed, or its code didn't compile. */
function brokenOff(error: FunctionRun['error'] | undefined, problem: Problem | undefined): SourceError | undefined {
  if (error?.line) return { severity: 'error', line: error.line, column: error.column, message: error.message };
  const { line, column } = (problem?.body ?? {}) as { line?: number | null; column?: number | null };
  return problem && line ? { severity: 'error', line, column: column ?? null, message: problem.message } : undefined;
}

interface SourceCheck {
  source: string;
  readOnly: boolean;
  error: FunctionRun['error'] | undefined;
  problem: Problem | undefined;
}

/** Returns the errors of a source: type errors, and where its last run failed. */
export function useSourceErrors({ source, readOnly, error, problem }: SourceCheck): {
  checked: SourceError[];
  all: SourceError[];
} {
  const { data } = useChecked(source, !readOnly);
  return useMemo(() => {
    const checked = (data?.problems ?? []).map((each): SourceError => ({ ...each, line: each.line ?? 1 }));
    const broken = brokenOff(error, problem);
    const isTold = checked.some(({ severity, line }) => severity === 'error' && line === broken?.line);
    return { checked, all: broken && !isTold ? [...checked, broken] : checked };
  }, [data, error, problem]);
}
