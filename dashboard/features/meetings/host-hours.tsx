import { ActionIcon } from '@mantine/core';
import type { AvailabilityBlock } from '../../../schemas/meetings/availability-blocks.js';
import type { Host } from '../../../schemas/meetings/hosts.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Checkbox } from '../../components/checkbox.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { changedFormValues, formValues, TextField } from '../../components/form-field.js';
import { Icon } from '../../components/icons.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as labels from '../../words/en/meetings.js';
import { WeeklyHoursEditor } from './weekly-hours-editor.js';

const DAYS = [
  ['mon', labels.mon],
  ['tue', labels.tue],
  ['wed', labels.wed],
  ['thu', labels.thu],
  ['fri', labels.fri],
  ['sat', labels.sat],
  ['sun', labels.sun],
] as const;

function inWords(block: AvailabilityBlock, zone: string): string {
  const days = DAYS.filter(([key]) => (block.weekdays as string[]).includes(key)).map(([, name]) => name);
  const time = block.starts ? `${block.starts}–${block.ends ?? ''}` : '';
  const dates = block.valid_from
    ? `${block.valid_from}${block.valid_to && block.valid_to !== block.valid_from ? labels.to(block.valid_to) : ''}`
    : '';
  const closed = block.kind === 'date_override' && !block.starts ? labels.closed2 : '';
  const clock = block.timezone === zone ? '' : block.timezone.replaceAll('_', ' ');
  return [days.join(', '), dates, time || closed, clock].filter(Boolean).join(' · ');
}

const KINDS = { weekly: labels.hours, date_override: labels.specialHours, time_off: labels.timeOff } as const;

function Block({ block, zone, mayChange }: { block: AvailabilityBlock; zone: string; mayChange: boolean }) {
  const remove = useApiMutation('deleteAvailabilityBlock');
  const words = inWords(block, zone);
  return (
    <li className="line">
      <span className="quiet block-kind">{KINDS[block.kind]}</span>
      <span className="grow numbers">{words}</span>
      {remove.problem && <ProblemNote problem={remove.problem} />}
      {mayChange && <Edit block={block} />}
      {mayChange && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={labels.remove2(KINDS[block.kind].toLowerCase(), words)}
          onClick={() => void remove.mutateAsync({ params: { id: block.id } }).catch(() => undefined)}
        >
          <Icon name="x" size={16} />
        </ActionIcon>
      )}
    </li>
  );
}

interface FieldsProps {
  errorOf: (name: string) => string | undefined;
  block?: AvailabilityBlock;
}

const HoursFields = ({ errorOf, block }: FieldsProps) => (
  <>
    <fieldset className="days">
      <legend>{labels.days}</legend>
      {DAYS.map(([key, name], index) => (
        <Checkbox key={key} name={key} defaultChecked={block ? (block.weekdays as string[]).includes(key) : index < 5}>
          {name}
        </Checkbox>
      ))}
    </fieldset>
    <TextField
      name="starts"
      label={labels.fromLabel}
      type="time"
      value={block?.starts ?? '09:00'}
      required
      errorOf={errorOf}
    />
    <TextField name="ends" label={labels.to2} type="time" value={block?.ends ?? '17:00'} required errorOf={errorOf} />
  </>
);

const DatesFields = ({ errorOf, block }: FieldsProps) => (
  <>
    <TextField
      name="valid_from"
      label={labels.firstDay}
      type="date"
      value={block?.valid_from}
      required
      first
      errorOf={errorOf}
    />
    <TextField
      name="valid_to"
      label={labels.lastDay}
      type="date"
      value={block?.valid_to}
      description={labels.leaveEmptyForOneDay}
      errorOf={errorOf}
    />
    <TextField
      name="starts"
      label={labels.fromLabel}
      type="time"
      value={block?.starts}
      description={labels.leaveEmptyForTheWholeDay}
      errorOf={errorOf}
    />
    <TextField name="ends" label={labels.to2} type="time" value={block?.ends} errorOf={errorOf} />
  </>
);

/** Parts the days that are ticked from the rest of a form. */
const hoursOf = ({ starts = '', ends = '', ...ticks }: Record<string, string>) => ({
  weekdays: DAYS.map(([key]) => key).filter((key) => ticks[key] === 'on'),
  ...formValues<{ starts?: string; ends?: string }>({ starts, ends }),
});

function Edit({ block }: { block: AvailabilityBlock }) {
  const update = useApiMutation('updateAvailabilityBlock');
  const isWeekly = block.kind === 'weekly';
  const FieldsOf = isWeekly ? HoursFields : DatesFields;
  return (
    <ConfirmForm
      title={labels.edit}
      submit={labels.save}
      small
      onSubmit={(values) =>
        update.mutateAsync({
          params: { id: block.id },
          body: isWeekly ? hoursOf(values) : changedFormValues(values, block),
        })
      }
    >
      {(errorOf) => <FieldsOf errorOf={errorOf} block={block} />}
    </ConfirmForm>
  );
}

function AddHours({ id }: { id: string }) {
  const create = useApiMutation('createAvailabilityBlock');
  return (
    <ConfirmForm
      title={labels.addHours}
      submit={labels.add}
      small
      onSubmit={(values) => create.mutateAsync({ params: { id }, body: { kind: 'weekly', ...hoursOf(values) } })}
    >
      {(errorOf) => <HoursFields errorOf={errorOf} />}
    </ConfirmForm>
  );
}

function AddDates({ id, kind }: { id: string; kind: 'date_override' | 'time_off' }) {
  const create = useApiMutation('createAvailabilityBlock');
  return (
    <ConfirmForm
      title={kind === 'time_off' ? labels.addTimeOff : labels.addSpecialHours}
      submit={labels.add}
      small
      onSubmit={(values) => create.mutateAsync({ params: { id }, body: formValues({ kind, ...values }) })}
    >
      {(errorOf) => <DatesFields errorOf={errorOf} />}
    </ConfirmForm>
  );
}

/** Shows when a host can be booked, on the host's own clock. */
export function HostHours({ host, mayChange }: { host: Host; mayChange: boolean }) {
  const blocks = useApiQuery('listAvailabilityBlocks', { params: { id: host.id } });
  return (
    <section className="card" aria-labelledby="hours">
      <header className="card-head">
        <h2 id="hours">{labels.hours}</h2>
        <span className="faint">{host.timezone}</span>
      </header>
      <QueryBoundary query={blocks} lines={8}>
        {({ availability_blocks: rows }) => (
          <>
            <WeeklyHoursEditor key={host.timezone} host={host} blocks={rows} mayChange={mayChange} />
            {rows.length === 0 ? (
              <p className="calm">{labels.defaultMondayToFriday0900}</p>
            ) : (
              <ul>
                {rows.map((block) => (
                  <Block key={block.id} block={block} zone={host.timezone} mayChange={mayChange} />
                ))}
              </ul>
            )}
          </>
        )}
      </QueryBoundary>
      {mayChange && (
        <div className="card-body row">
          <AddHours id={host.id} />
          <AddDates id={host.id} kind="date_override" />
          <AddDates id={host.id} kind="time_off" />
        </div>
      )}
    </section>
  );
}
