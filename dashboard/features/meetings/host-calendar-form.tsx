import { useState } from 'react';
import type { Answer, Body } from '../../api/operation-types.js';
import { asProblem } from '../../api/problem.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Checkbox } from '../../components/checkbox.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { formValues, TextField } from '../../components/form-field.js';
import { Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/meetings.js';
import {
  ConnectionField,
  type SignInMethod,
  SignInMethodSelect,
  usableConnections,
} from '../channels/connection-field.js';
import { useConnections } from '../channels/use-connections.js';

type Calendar = Answer<'getHostCalendar'>['calendar'];
type ErrorOf = (name: string) => string | undefined;

/** The prefix of the names of the checkboxes of calendars that are read. */
const READ = 'read ';

function ServerFields({ calendar, errorOf }: { calendar: Calendar | undefined; errorOf: ErrorOf }) {
  return (
    <>
      <TextField name="url" label={words.caldavUrl} type="url" value={calendar?.url} required first errorOf={errorOf} />
      <TextField name="user" label={words.username} value={calendar?.user} required errorOf={errorOf} />
      <TextField
        name="password"
        label={words.passwordOrAppPassword}
        type="password"
        autoComplete="off"
        errorOf={errorOf}
      />
    </>
  );
}

/** Choices of the calendar that meetings are written to, and of those that are read. */
function CalendarPickers({ id, calendar }: { id: string; calendar: Calendar | undefined }) {
  const asked = useApiQuery('listConnectionCalendars', { params: { id } });
  const [selected, setSelected] = useState<string | null>();
  if (asked.error) return <ProblemNote problem={asProblem(asked.error)} again={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={2} />;
  const { calendars } = asked.data;
  const writable = calendars.filter(({ access }) => access === 'write');
  const isSame = calendar?.connection_id === id;
  const writeTo = selected ?? (isSame ? calendar.write_to : null) ?? writable[0]?.id ?? null;
  // The calendar that meetings are written to is always read as well.
  const others = calendars.filter((each) => each.id !== writeTo);
  return (
    <>
      <Select
        name="write_to"
        label={words.writeMeetingsTo}
        data={writable.map((each) => ({ value: each.id, label: each.name }))}
        value={writeTo}
        onChange={setSelected}
      />
      {others.length > 0 && (
        <fieldset className="days">
          <legend>{words.alsoBlockTimesOf}</legend>
          {others.map((each) => (
            <Checkbox
              key={each.id}
              name={READ + each.id}
              defaultChecked={isSame && calendar.read_from.includes(each.id)}
            >
              {each.name}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </>
  );
}

function Fields({ calendar, errorOf }: { calendar: Calendar | undefined; errorOf: ErrorOf }) {
  const [way, setWay] = useState<SignInMethod>(calendar?.provider === 'caldav' ? 'server' : 'connection');
  const [selected, setSelected] = useState(calendar?.connection_id ?? null);
  const { data } = useConnections();
  const usable = usableConnections(data?.connections ?? [], { purpose: 'calendars', value: selected });
  const connection = selected ?? (usable.length === 1 ? (usable[0]?.id ?? null) : null);
  return (
    <>
      <SignInMethodSelect label={words.calendarAt} server={words.caldavServer} value={way} onChange={setWay} />
      {way === 'server' && <ServerFields calendar={calendar} errorOf={errorOf} />}
      {way === 'connection' && data && (
        <ConnectionField
          connections={data.connections}
          purpose="calendars"
          value={connection}
          onChange={setSelected}
          sharedMailbox={undefined}
          errorOf={errorOf}
        />
      )}
      {way === 'connection' && connection && <CalendarPickers key={connection} id={connection} calendar={calendar} />}
    </>
  );
}

/** A form that connects a host's calendar: of a CalDAV server, or of a connection to Google or Microsoft. */
export function HostCalendarForm({ id, calendar }: { id: string; calendar: Calendar | undefined }) {
  const connect = useApiMutation('connectHostCalendar');
  const { data } = useConnections();
  const submit = (values: Record<string, string>) => {
    const { connection_id, write_to } = values;
    const found = data?.connections.find((each) => each.id === connection_id);
    const read_from = Object.keys(values).flatMap((name) => (name.startsWith(READ) ? name.slice(READ.length) : []));
    const body: Body<'connectHostCalendar'> =
      found && found.provider !== 'oauth'
        ? { provider: found.provider, connection_id: found.id, write_to: write_to || null, read_from }
        : formValues({ ...values, provider: 'caldav' });
    return connect.mutateAsync({ params: { id }, body });
  };
  return (
    <ConfirmForm title={calendar ? words.reconnect : words.connectCalendar} submit={words.connect} onSubmit={submit}>
      {(errorOf) => <Fields calendar={calendar} errorOf={errorOf} />}
    </ConfirmForm>
  );
}
