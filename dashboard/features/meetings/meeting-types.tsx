import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MeetingType } from '../../../schemas/meetings/meeting-types.js';
import type { Body } from '../../api/operation-types.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { useIsManager } from '../../api/use-is-manager.js';
import { Checkbox } from '../../components/checkbox.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { changedFormValues, formValues, SelectField, TextAreaField, TextField } from '../../components/form-field.js';
import { Icon } from '../../components/icons.js';
import { Empty, Page } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/meetings.js';
import { PLACES } from '../../words/meetings.js';
import { MeetingTabs } from './meeting-tabs.js';

const NUMBERS = [
  ['duration_minutes', words.durationMin],
  ['buffer_before_minutes', words.bufferBeforeMin],
  ['buffer_after_minutes', words.bufferAfterMin],
  ['minimum_notice_minutes', words.minimumNoticeMin],
  ['max_days_ahead', words.bookingWindowDays],
  ['slot_interval_minutes', words.slotIntervalMin],
  ['max_per_day', words.maximumPerHostAndDay],
] as const;
const NUMERIC = NUMBERS.map(([name]) => name);
const HOW = Object.entries(PLACES).map(([value, label]) => ({ value, label }));
const ASSIGNMENTS = [
  { value: 'fixed', label: words.firstAvailable },
  { value: 'round_robin', label: words.roundRobin },
  { value: 'least_loaded', label: words.fewestMeetings },
];

const CONFERENCES = [
  { value: 'google_meet', label: words.googleMeet },
  { value: 'teams', label: words.microsoftTeams },
];
const FLAG = { value: 'flag', label: words.flagMeeting };
const ON_MOVE = [FLAG, { value: 'reschedule', label: words.moveMeetingToo }];
const ON_DELETE = [FLAG, { value: 'cancel', label: words.cancelMeetingToo }];

interface FieldsProps {
  errorOf: (name: string) => string | undefined;
  type?: MeetingType;
}

/** The prefix of the names of host checkboxes, which separates them from the other fields. */
const HOST = 'host ';

function Hosts({ type }: { type: MeetingType | undefined }) {
  const { data } = useApiQuery('listHosts', { query: { limit: 200 } });
  const chosen = new Set(type?.hosts.map(({ host_id }) => host_id));
  return (
    <fieldset className="days" key={data ? 'known' : 'unknown'}>
      <legend>{words.hostsSelectNoneForAll}</legend>
      {data?.hosts.map(({ id, name }) => (
        <Checkbox key={id} name={HOST + id} defaultChecked={chosen.has(id)}>
          {name}
        </Checkbox>
      ))}
    </fieldset>
  );
}

const Fields = ({ errorOf, type }: FieldsProps) => (
  <>
    <TextField name="name" label={words.nameLabel} value={type?.name} required first errorOf={errorOf} />
    <SelectField
      name="location_type"
      label={words.locationLabel}
      data={HOW}
      value={type?.location_type ?? 'video'}
      errorOf={errorOf}
    />
    <TextField name="meeting_url" label={words.meetingLink} type="url" value={type?.meeting_url} errorOf={errorOf} />
    <TextField
      name="location_details"
      label={words.addressOrPhoneNumber}
      value={type?.location_details}
      errorOf={errorOf}
    />
    <TextAreaField name="description" label={words.description} value={type?.description} rows={2} errorOf={errorOf} />
    <div className="pairs">
      {NUMBERS.map(([name, label]) => (
        <TextField
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
    <SelectField
      name="assignment"
      label={words.hostAssignment}
      data={ASSIGNMENTS}
      value={type?.assignment ?? 'fixed'}
      errorOf={errorOf}
    />
    <SelectField
      name="conference"
      label={words.videoConference}
      data={CONFERENCES}
      value={type?.conference}
      clearable
      errorOf={errorOf}
    />
    <SelectField
      name="on_calendar_move"
      label={words.ifHostMovesEntry}
      data={ON_MOVE}
      value={type?.on_calendar_move ?? 'flag'}
      errorOf={errorOf}
    />
    <SelectField
      name="on_calendar_delete"
      label={words.ifHostDeletesEntry}
      data={ON_DELETE}
      value={type?.on_calendar_delete ?? 'flag'}
      errorOf={errorOf}
    />
    <Hosts type={type} />
    <Checkbox name="invite_by_default" defaultChecked={type?.invite_by_default ?? true}>
      {words.sendLeadsAnInvitation}
    </Checkbox>
  </>
);

/** Parts what a form says into plain fields, the hosts that are ticked, and whether leads are invited. */
function readForm(values: Record<string, string>, known: readonly MeetingType['hosts'][number][] = []) {
  const plain = Object.fromEntries(
    Object.entries(values).filter(([name]) => !name.startsWith(HOST) && name !== 'invite_by_default'),
  );
  const ids = Object.keys(values).flatMap((name) => (name.startsWith(HOST) ? name.slice(HOST.length) : []));
  const hosts = ids.map((host_id) => known.find((host) => host.host_id === host_id) ?? { host_id });
  return { plain, rest: { hosts, invite_by_default: values.invite_by_default === 'on' } };
}

function TypeRow({ type, mayChange }: { type: MeetingType; mayChange: boolean }) {
  const update = useApiMutation('updateMeetingType');
  const remove = useApiMutation('deleteMeetingType');
  const [isConfirming, setIsConfirming] = useState(false);
  const params = { id: type.id };
  return (
    <li className="line meeting key">
      <span className="grow">
        <strong className="cut">{type.name}</strong>
        <span className="faint cut">
          {' '}
          {words.text2(
            type.duration_minutes,
            PLACES[type.location_type],
            type.hosts.length === 0 ? words.allHosts : words.host2(type.hosts.length),
          )}
        </span>
      </span>
      {mayChange && (
        <>
          <ConfirmForm
            title={words.edit}
            submit={words.save}
            small
            size="lg"
            onSubmit={(values) => {
              const { plain, rest } = readForm(values, type.hosts);
              return update.mutateAsync({ params, body: { ...changedFormValues(plain, type, NUMERIC), ...rest } });
            }}
          >
            {(errorOf) => <Fields errorOf={errorOf} type={type} />}
          </ConfirmForm>
          <Button variant="default" size="compact-sm" onClick={() => setIsConfirming(true)}>
            {words.remove}
          </Button>
        </>
      )}
      <ConfirmDialog
        title={words.removeMeetingType}
        opened={isConfirming}
        isPending={remove.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => void remove.mutateAsync({ params }).catch(() => setIsConfirming(false))}
      >
        {words.cantBeBookedAnymorePastMeetings2(type.name)}
      </ConfirmDialog>
      {remove.problem && <ProblemNote problem={remove.problem} />}
    </li>
  );
}

function AddType() {
  const create = useApiMutation('createMeetingType');
  return (
    <ConfirmForm
      title={words.addMeetingType}
      submit={words.add}
      variant="filled"
      size="lg"
      icon={<Icon name="plus" size={16} />}
      onSubmit={(values) => {
        const { plain, rest } = readForm(values);
        return create.mutateAsync({ body: { ...formValues<Body<'createMeetingType'>>(plain, NUMERIC), ...rest } });
      }}
    >
      {(errorOf) => <Fields errorOf={errorOf} />}
    </ConfirmForm>
  );
}

/** The kinds of meeting that can be booked. */
export function MeetingTypesPage() {
  const manages = useIsManager();
  const types = useApiQuery('listMeetingTypes', { query: { limit: 200 } });
  return (
    <Page title={words.meetingTypes} create={manages && <AddType />}>
      <MeetingTabs />
      <QueryBoundary query={types}>
        {({ meeting_types: rows }) =>
          rows.length === 0 ? (
            <Empty title={words.noMeetingTypesYet2} first>
              <p>{words.addAMeetingTypeWithA}</p>
            </Empty>
          ) : (
            <ul className="card">
              {rows.map((type) => (
                <TypeRow key={type.id} type={type} mayChange={manages} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Page>
  );
}
