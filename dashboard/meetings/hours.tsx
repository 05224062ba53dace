import { ActionIcon } from '@mantine/core';
import type { AvailabilityBlock } from '../../schemas/meetings/availability-blocks.js';
import type { Host } from '../../schemas/meetings/hosts.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { AskFirst } from '../parts/ask-first.js';
import { Asked } from '../parts/asked.js';
import { changedIn, Field, filledIn } from '../parts/field.js';
import { Icon } from '../parts/icons.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Tick } from '../parts/tick.js';
import { PaintHours } from './paint-hours.js';

const DAYS = [
  ['mon', 'Mon'],
  ['tue', 'Tue'],
  ['wed', 'Wed'],
  ['thu', 'Thu'],
  ['fri', 'Fri'],
  ['sat', 'Sat'],
  ['sun', 'Sun'],
] as const;

function inWords(block: AvailabilityBlock, zone: string): string {
  const days = DAYS.filter(([key]) => (block.weekdays as string[]).includes(key)).map(([, name]) => name);
  const time = block.starts ? `${block.starts}–${block.ends ?? ''}` : '';
  const dates = block.valid_from
    ? `${block.valid_from}${block.valid_to && block.valid_to !== block.valid_from ? ` to ${block.valid_to}` : ''}`
    : '';
  const closed = block.kind === 'date_override' && !block.starts ? 'closed' : '';
  const clock = block.timezone === zone ? '' : block.timezone.replaceAll('_', ' ');
  return [days.join(', '), dates, time || closed, clock].filter(Boolean).join(' · ');
}

const KINDS = { weekly: 'Hours', date_override: 'Other hours', time_off: 'Time off' } as const;

function Block({ block, zone, mayChange }: { block: AvailabilityBlock; zone: string; mayChange: boolean }) {
  const remove = useAct('deleteAvailabilityBlock');
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
          aria-label={`Remove ${KINDS[block.kind].toLowerCase()}: ${words}`}
          onClick={() => void remove.do({ params: { id: block.id } }).catch(() => undefined)}
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
      <legend>On</legend>
      {DAYS.map(([key, name], index) => (
        <Tick key={key} name={key} defaultChecked={block ? (block.weekdays as string[]).includes(key) : index < 5}>
          {name}
        </Tick>
      ))}
    </fieldset>
    <Field name="starts" label="From" type="time" value={block?.starts ?? '09:00'} required errorOf={errorOf} />
    <Field name="ends" label="To" type="time" value={block?.ends ?? '17:00'} required errorOf={errorOf} />
  </>
);

const DatesFields = ({ errorOf, block }: FieldsProps) => (
  <>
    <Field name="valid_from" label="First day" type="date" value={block?.valid_from} required first errorOf={errorOf} />
    <Field
      name="valid_to"
      label="Last day"
      type="date"
      value={block?.valid_to}
      description="Empty: one day."
      errorOf={errorOf}
    />
    <Field
      name="starts"
      label="From"
      type="time"
      value={block?.starts}
      description="Empty: all day."
      errorOf={errorOf}
    />
    <Field name="ends" label="To" type="time" value={block?.ends} errorOf={errorOf} />
  </>
);

/** Parts the days that are ticked from the rest of a form. */
const hoursOf = ({ starts = '', ends = '', ...ticks }: Record<string, string>) => ({
  weekdays: DAYS.map(([key]) => key).filter((key) => ticks[key] === 'on'),
  ...filledIn({ starts, ends }),
});

function Edit({ block }: { block: AvailabilityBlock }) {
  const update = useAct('updateAvailabilityBlock');
  const isWeekly = block.kind === 'weekly';
  const FieldsOf = isWeekly ? HoursFields : DatesFields;
  return (
    <AskFirst
      title="Edit"
      submit="Save"
      small
      onSubmit={(values) =>
        update.do({
          params: { id: block.id },
          body: (isWeekly ? hoursOf(values) : changedIn(values, block as never)) as never,
        })
      }
    >
      {(errorOf) => <FieldsOf errorOf={errorOf} block={block} />}
    </AskFirst>
  );
}

function AddHours({ id }: { id: string }) {
  const create = useAct('createAvailabilityBlock');
  return (
    <AskFirst
      title="Add hours"
      submit="Add"
      small
      onSubmit={(values) => create.do({ params: { id }, body: { kind: 'weekly', ...hoursOf(values) } as never })}
    >
      {(errorOf) => <HoursFields errorOf={errorOf} />}
    </AskFirst>
  );
}

function AddDates({ id, kind }: { id: string; kind: 'date_override' | 'time_off' }) {
  const create = useAct('createAvailabilityBlock');
  return (
    <AskFirst
      title={kind === 'time_off' ? 'Add time off' : 'Other hours on days'}
      submit="Add"
      small
      onSubmit={(values) => create.do({ params: { id }, body: { kind, ...filledIn(values) } as never })}
    >
      {(errorOf) => <DatesFields errorOf={errorOf} />}
    </AskFirst>
  );
}

/** When a host can be booked, on the host's own clock. */
export function Hours({ host, mayChange }: { host: Host; mayChange: boolean }) {
  const blocks = useAsk('listAvailabilityBlocks', { params: { id: host.id } });
  return (
    <section className="card" aria-labelledby="hours">
      <header className="card-head">
        <h2 id="hours">Hours</h2>
        <span className="faint">{host.timezone}</span>
      </header>
      <Asked asked={blocks} lines={8}>
        {({ availability_blocks: rows }) => (
          <>
            <PaintHours key={host.timezone} host={host} blocks={rows} mayChange={mayChange} />
            {rows.length === 0 ? (
              <p className="calm">Monday to Friday, 09:00 to 17:00, as long as nothing else is said.</p>
            ) : (
              <ul>
                {rows.map((block) => (
                  <Block key={block.id} block={block} zone={host.timezone} mayChange={mayChange} />
                ))}
              </ul>
            )}
          </>
        )}
      </Asked>
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
