import { ActionIcon, Button, SegmentedControl, TextInput } from '@mantine/core';
import type { Job } from '../../../schemas/jobs/background-jobs.js';
import { Icon } from '../../components/icons.js';
import { useFormFacts } from '../../forms/form-context.js';
import { Group } from '../../forms/object-field.js';
import { objectShape } from '../../forms/resolve-shape.js';
import { Fields } from '../../forms/schema-field.js';
import type { Plain } from '../../forms/shape.js';
import * as words from '../../words/en/job.js';

type Step = Job['steps'][number];
const MOST = 3;
const WAYS = [
  { value: 'if', label: words.ifLabel },
  { value: 'always', label: words.always },
];
const ALWAYS: Partial<Step> = { conditions: [], on_match: null, on_no_match: null };
const blankIf = (): Partial<Step> => ({
  action: null,
  conditions: [{ source: 'metadata', key: 'budget', operator: 'gte', value: 5000 }],
  on_match: { type: 'add_tag', params: { tags: ['seen'] } },
});
const blankAlways = (): Partial<Step> => ({ ...ALWAYS, action: { type: 'add_tag', params: { tags: ['seen'] } } });
const BLANK: Step = { name: null, conditions: [], match: 'all', on_match: null, on_no_match: null, action: null };

interface OneProps {
  step: Step;
  at: string;
  onChange: (step: Step) => void;
}

function OneStep({ step, at, onChange }: OneProps) {
  const { readOnly } = useFormFacts();
  const way = step.action ? 'always' : 'if';
  const shape = objectShape('JobStep');
  return (
    <>
      <TextInput
        label={words.nameLabel}
        value={step.name ?? ''}
        readOnly={readOnly}
        onChange={({ currentTarget }) => onChange({ ...step, name: currentTarget.value || null })}
      />
      <SegmentedControl
        data={WAYS}
        value={way}
        readOnly={readOnly}
        onChange={(chosen) => onChange({ ...step, ...(chosen === 'if' ? blankIf() : blankAlways()) })}
      />
      <Fields
        shape={shape}
        value={step as unknown as Plain}
        onChange={(value) => onChange({ ...BLANK, ...(value as Partial<Step>) })}
        at={at}
        only={way === 'if' ? ['conditions', 'match', 'on_match', 'on_no_match'] : ['action']}
      />
    </>
  );
}

/** The steps of a job, up to three. */
export function JobSteps({ steps, onChange }: { steps: readonly Step[]; onChange: (steps: Step[]) => void }) {
  const { readOnly } = useFormFacts();
  return (
    <>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no names of their own.
        <div className="item" key={index}>
          <div className="grow">
            <Group legend={words.step(index + 1)} at={`/steps/${index}`}>
              <OneStep
                step={step}
                at={`/steps/${index}`}
                onChange={(changed) => onChange(steps.map((old, place) => (place === index ? changed : old)))}
              />
            </Group>
          </div>
          {!readOnly && steps.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.removeStep(index + 1)}
              onClick={() => onChange(steps.filter((_, place) => place !== index))}
            >
              <Icon name="x" size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
      {!readOnly && steps.length < MOST && (
        <Button
          variant="default"
          size="compact-sm"
          className="add-item"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => onChange([...steps, { ...BLANK, ...blankIf() }])}
        >
          {words.addStep}
        </Button>
      )}
    </>
  );
}
