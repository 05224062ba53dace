import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Problem } from '../../api/problem.js';
import { FormFactsContext } from '../../forms/form-context.js';
import { objectShape } from '../../forms/resolve-shape.js';
import { Field } from '../../forms/schema-field.js';
import * as words from '../../words/en/leads.js';
import { conditionsOf, type Conditions as Said } from './lead-query.js';
import type { LeadSearch } from './lead-search.js';

interface Props {
  search: LeadSearch;
  /** The API's error of the last conditions. */
  problem: Problem | undefined;
  onChange: (conditions: Said | undefined) => void;
}

/** Shows which leads are meant, condition by condition, as jobs and functions say it. */
export function LeadConditions({ search, problem, onChange }: Props) {
  const [conditions, setConditions] = useState<Said>(() => conditionsOf(search) ?? { where: [{}] });
  const { where, match } = objectShape('LeadsQuery').fields;
  const problems = problem?.field ? [{ field: problem.field, message: problem.message }] : [];
  return (
    <section className="card card-body form padded conditions" aria-label={words.conditions}>
      <FormFactsContext value={{ problems, choices: {}, readOnly: false }}>
        {where && (
          <Field
            name="where"
            label={words.conditions}
            shape={where}
            value={conditions.where}
            onChange={(list) => setConditions({ ...conditions, where: (list ?? []) as Said['where'] })}
            at="/where"
          />
        )}
        {match && conditions.where.length > 1 && (
          <Field
            name="match"
            shape={match}
            value={conditions.match}
            onChange={(word) => setConditions({ where: conditions.where, ...(word ? { match: String(word) } : {}) })}
            at="/match"
          />
        )}
      </FormFactsContext>
      <div className="row">
        <Button onClick={() => onChange(conditions)}>{words.apply}</Button>
        <Button variant="subtle" onClick={() => onChange(undefined)}>
          {words.clear}
        </Button>
      </div>
    </section>
  );
}
