import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Problem } from '../api/problem.js';
import { FormFactsContext } from '../shape/context.js';
import { Field } from '../shape/field.js';
import { objectShape } from '../shape/resolve.js';
import { conditionsOf, type LeadsSearch, type Conditions as Said } from './search.js';

interface Props {
  search: LeadsSearch;
  /** What the API says of the conditions that were asked for last. */
  problem: Problem | undefined;
  onChange: (said: Said | undefined) => void;
}

/** Which leads are meant, condition by condition, as jobs and functions say it. */
export function Conditions({ search, problem, onChange }: Props) {
  const [said, setSaid] = useState<Said>(() => conditionsOf(search) ?? { where: [{}] });
  const { where, match } = objectShape('LeadsQuery').fields;
  const problems = problem?.field ? [{ field: problem.field, message: problem.message }] : [];
  return (
    <section className="card card-body form padded conditions" aria-label="Conditions">
      <FormFactsContext value={{ problems, choices: {}, readOnly: false }}>
        {where && (
          <Field
            name="where"
            label="Conditions"
            shape={where}
            value={said.where}
            onChange={(list) => setSaid({ ...said, where: (list ?? []) as Said['where'] })}
            at="/where"
          />
        )}
        {match && said.where.length > 1 && (
          <Field
            name="match"
            shape={match}
            value={said.match}
            onChange={(word) => setSaid({ where: said.where, ...(word ? { match: String(word) } : {}) })}
            at="/match"
          />
        )}
      </FormFactsContext>
      <div className="row">
        <Button onClick={() => onChange(said)}>Show who meets them</Button>
        <Button variant="subtle" onClick={() => onChange(undefined)}>
          No conditions
        </Button>
      </div>
    </section>
  );
}
