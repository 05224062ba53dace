import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MeetingType } from '../../schemas/meetings/meeting-types.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { AskFirst } from '../parts/ask-first.js';
import { Asked } from '../parts/asked.js';
import { Confirm } from '../parts/confirm.js';
import { Area, Choice, changedIn, Field, filledIn } from '../parts/field.js';
import { Icon } from '../parts/icons.js';
import { Empty, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Tick } from '../parts/tick.js';
import { PLACES } from '../words/meetings.js';
import { useManages } from './manages.js';
import { MeetingTabs } from './tabs.js';

const NUMBERS = [
  ['duration_minutes', 'Minutes'],
  ['buffer_before_minutes', 'Kept free before, in minutes'],
  ['buffer_after_minutes', 'Kept free after, in minutes'],
  ['minimum_notice_minutes', 'Booked how long ahead at least, in minutes'],
  ['max_days_ahead', 'Booked how far ahead at most, in days'],
  ['slot_interval_minutes', 'A time is offered every so many minutes'],
  ['max_per_day', 'Of a host a day at most'],
] as const;
const NUMERIC = NUMBERS.map(([name]) => name);
const HOW = Object.entries(PLACES).map(([value, label]) => ({ value, label }));
const ASSIGNMENTS = [
  { value: 'fixed', label: 'The first that is free' },
  { value: 'round_robin', label: 'In turn' },
  { value: 'least_loaded', label: 'Whoever has the fewest' },
];

interface FieldsProps {
  errorOf: (name: string) => string | undefined;
  type?: MeetingType;
}

function Hosts({ type }: { type: MeetingType | undefined }) {
  const { data } = useAsk('listHosts', { query: { limit: 200 } });
  const chosen = new Set(type?.hosts.map(({ host_id }) => host_id));
  return (
    <fieldset className="days" key={data ? 'known' : 'unknown'}>
      <legend>Hosts (none ticked: every host)</legend>
      {data?.hosts.map(({ id, name }) => (
        <Tick key={id} name={`host ${id}`} defaultChecked={chosen.has(id)}>
          {name}
        </Tick>
      ))}
    </fieldset>
  );
}

const Fields = ({ errorOf, type }: FieldsProps) => (
  <>
    <Field name="name" label="Name" value={type?.name} required first errorOf={errorOf} />
    <Choice
      name="location_type"
      label="How the two meet"
      data={HOW}
      value={type?.location_type ?? 'video'}
      errorOf={errorOf}
    />
    <Field name="meeting_url" label="Link to join" type="url" value={type?.meeting_url} errorOf={errorOf} />
    <Field name="location_details" label="Where, or which number" value={type?.location_details} errorOf={errorOf} />
    <Area name="description" label="What it is about" value={type?.description} rows={2} errorOf={errorOf} />
    <div className="pairs">
      {NUMBERS.map(([name, label]) => (
        <Field
          key={name}
          name={name}
          label={label}
          type="number"
          value={type ? type[name] : name === 'duration_minutes' ? 30 : undefined}
          required={name === 'duration_minutes'}
          errorOf={errorOf}
        />
      ))}
    </div>
    <Choice
      name="assignment"
      label="Whose meeting it is"
      data={ASSIGNMENTS}
      value={type?.assignment ?? 'fixed'}
      errorOf={errorOf}
    />
    <Hosts type={type} />
    <Tick name="invite_by_default" defaultChecked={type?.invite_by_default ?? true}>
      Leads get an invitation
    </Tick>
  </>
);

/** Parts what a form says into plain fields, the hosts that are ticked, and whether leads are invited. */
function readForm(values: Record<string, string>, known: readonly MeetingType['hosts'][number][] = []) {
  const plain = Object.fromEntries(
    Object.entries(values).filter(([name]) => !name.startsWith('host ') && name !== 'invite_by_default'),
  );
  const ids = Object.keys(values).flatMap((name) => (name.startsWith('host ') ? name.slice(5) : []));
  const hosts = ids.map((host_id) => known.find((host) => host.host_id === host_id) ?? { host_id });
  return { plain, rest: { hosts, invite_by_default: values.invite_by_default === 'on' } };
}

function TypeRow({ type, mayChange }: { type: MeetingType; mayChange: boolean }) {
  const update = useAct('updateMeetingType');
  const remove = useAct('deleteMeetingType');
  const [asks, setAsks] = useState(false);
  const params = { id: type.id };
  return (
    <li className="line meeting key">
      <span className="grow">
        <strong className="cut">{type.name}</strong>
        <span className="faint cut">
          {' '}
          {type.duration_minutes} minutes · {PLACES[type.location_type]} ·{' '}
          {type.hosts.length === 0 ? 'every host' : `${type.hosts.length} of the hosts`}
        </span>
      </span>
      {mayChange && (
        <>
          <AskFirst
            title="Edit"
            submit="Save"
            small
            size="lg"
            onSubmit={(values) => {
              const { plain, rest } = readForm(values, type.hosts);
              return update.do({ params, body: { ...changedIn(plain, type, NUMERIC), ...rest } as never });
            }}
          >
            {(errorOf) => <Fields errorOf={errorOf} type={type} />}
          </AskFirst>
          <Button variant="default" size="compact-sm" onClick={() => setAsks(true)}>
            Remove
          </Button>
        </>
      )}
      <Confirm
        title="Remove the type"
        opened={asks}
        busy={remove.busy}
        onCancel={() => setAsks(false)}
        onConfirm={() => void remove.do({ params }).catch(() => setAsks(false))}
      >
        {type.name} can be booked no more. Meetings of the past stay.
      </Confirm>
      {remove.problem && <ProblemNote problem={remove.problem} />}
    </li>
  );
}

function AddType() {
  const create = useAct('createMeetingType');
  return (
    <AskFirst
      title="Add a type"
      submit="Add"
      variant="filled"
      size="lg"
      icon={<Icon name="plus" size={16} />}
      onSubmit={(values) => {
        const { plain, rest } = readForm(values);
        return create.do({ body: { ...filledIn(plain, NUMERIC), ...rest } as never });
      }}
    >
      {(errorOf) => <Fields errorOf={errorOf} />}
    </AskFirst>
  );
}

/** The kinds of meeting that can be booked. */
export function MeetingTypesPage() {
  const manages = useManages();
  const types = useAsk('listMeetingTypes', { query: { limit: 200 } });
  return (
    <Page title="Meeting types" actions={manages && <AddType />}>
      <MeetingTabs />
      <Asked asked={types}>
        {({ meeting_types: rows }) =>
          rows.length === 0 ? (
            <Empty title="No kind of meeting yet">
              <p>A name and a length are enough; then agents, the widget and you can book it.</p>
            </Empty>
          ) : (
            <ul className="card">
              {rows.map((type) => (
                <TypeRow key={type.id} type={type} mayChange={manages} />
              ))}
            </ul>
          )
        }
      </Asked>
    </Page>
  );
}
