import type { Knex } from 'knex';
import type { Driver, Predicate } from '../db/cycle-selection.js';
import type { JobDocument } from './background-jobs.js';

/** Conditions of a job's first step that the database can test by index, and those it can follow. */
export async function jobPredicates(
  _db: Knex,
  _job: JobDocument,
  _anyAgent: boolean,
): Promise<{ predicates: Predicate[]; drivers: Driver[] }> {
  return { predicates: [], drivers: [] };
}
