import { onEither } from './definition.js';
import { type Planner, renderDeep } from './planner.js';

/** Plans a run of a cloud function with a context whose texts may speak of the lead. */
const planRunFunction: Planner<'run_function'> = (params, { render }) => ({
  params: {
    function_id: params.function_id.toLowerCase(),
    ctx: renderDeep(params.ctx ?? {}, render) as Record<string, unknown>,
  },
});

export const runFunction = onEither<'run_function'>(planRunFunction);
