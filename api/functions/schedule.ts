import { listDeployments } from '../../db/functions/functions.js';
import {
  deleteFunctionScheduleContract,
  putFunctionScheduleContract,
} from '../../schemas/functions/cloud-function-contracts.js';
import { putSchedule, removeSchedule } from '../../services/functions/functions.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';
import { problemsError } from '../jobs/problems.js';
import { ownerOf, requireLockedFunction } from './functions.js';
import { toFunctionSummary } from './to-function.js';

export const putFunctionScheduleRoute = (deps: ApiDependencies) =>
  route(putFunctionScheduleContract).handle(async (input) => {
    const before = await requireLockedFunction(input.db, input.account.id, input.params.id);
    const result = await putSchedule(input.work, ownerOf(input), before, input.body);
    if (result.outcome === 'refused') throw problemsError(result.problems);
    const deployed = await listDeployments(input.db, [result.row]);
    return {
      status: 200,
      body: {
        success: true,
        function: toFunctionSummary(result.row, deployed.get(result.row.id) ?? null, input.now),
        // The schedule follows the row as soon as Temporal takes it; while Temporal is away the answer says so.
        warnings: (await deps.temporalHealthy()) ? [] : ['schedule_pending'],
      },
    };
  });

export const deleteFunctionScheduleRoute = (_deps: ApiDependencies) =>
  route(deleteFunctionScheduleContract).handle(async (input) => {
    const row = await requireLockedFunction(input.db, input.account.id, input.params.id);
    await removeSchedule(input.work, ownerOf(input), row);
    return { status: 204, body: null };
  });
