import { Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { HostSchedule } from '../../../schemas/meetings/schedule.js';
import { asProblem, type Problem } from '../../api/problem.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Checkbox } from '../../components/checkbox.js';
import { Form } from '../../components/form.js';
import { TextField } from '../../components/form-field.js';
import { Select } from '../../components/select.js';
import { clockIn, dayIn } from '../../components/time/days.js';
import { inputOf, momentIn } from '../../components/time/wall-clock.js';
import * as words from '../../words/en/meetings.js';
import { BookingFields, bookingOf } from './book-meeting.js';
import { SlotConflict } from './slot-conflict.js';

const when = (at: string, zone: string): string =>
  `${dayIn(at, zone)}, ${clockIn(at, zone)} (${zone.replaceAll('_', ' ')})`;
const OUTSIDE_HOURS = words.allowOutsideTheHostsHours;

interface AtProps {
  at: string;
  zone: string;
  onChange: (at: string) => void;
}

/** Says the time to the minute, which a finger can't, on the clock that the week shows. */
function At({ at, zone, onChange }: AtProps) {
  return (
    <TextInput
      type="datetime-local"
      label={words.time(zone.replaceAll('_', ' '))}
      value={inputOf(at, zone)}
      onChange={({ currentTarget: { value } }) => {
        const chosen = momentIn(value, zone);
        if (chosen) onChange(chosen);
      }}
    />
  );
}

/** Keeps the errors of a response except conflicts. */
function useRefusal() {
  const [problem, setProblem] = useState<Problem>();
  const showProblem = (thrown: unknown): never => {
    setProblem(asProblem(thrown));
    throw thrown;
  };
  return { problem, showProblem, reset: () => setProblem(undefined) };
}

interface BookProps {
  starts_at: string;
  hosts: readonly HostSchedule[];
  /** The free host. */
  hostId: string | undefined;
  zone: string;
  onClose: () => void;
}

/** Books a meeting at the time that was chosen in the week. */
export function BookAt({ starts_at, hosts, hostId, zone, onClose }: BookProps) {
  const book = useApiMutation('bookMeeting');
  const refusal = useRefusal();
  const [at, setAt] = useState(starts_at);
  const [host, setHost] = useState(hostId ?? null);
  const [lead, setLead] = useState<string>();
  const [type, setType] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} title={words.bookMeeting} size="lg">
      <div className="over">
        <Form
          submit={words.bookMeeting}
          onSubmit={async (values) => {
            const body = bookingOf(values, { starts_at: at, host_id: host ?? '' });
            const allow_outside_availability = values.outside === 'on';
            await book.mutateAsync({ body: { ...body, allow_outside_availability } }).catch(refusal.showProblem);
            onClose();
          }}
        >
          {(errorOf) => (
            <>
              <p>
                <strong>{when(at, zone)}</strong>
              </p>
              <At at={at} zone={zone} onChange={setAt} />
              <BookingFields errorOf={errorOf} lead={lead} onLead={setLead} type={type} onType={setType} />
              <Select
                label={words.host}
                data={hosts.map(({ host_id, host_name }) => ({ value: host_id, label: host_name }))}
                value={host}
                onChange={setHost}
                withAsterisk={false}
                required
                error={errorOf('host_id')}
              />
              <Checkbox name="invite_lead">{words.sendTheLeadAnInvitation}</Checkbox>
              <Checkbox name="outside">{OUTSIDE_HOURS}</Checkbox>
              <SlotConflict
                problem={refusal.problem}
                zone={zone}
                onChoose={(slot) => {
                  setAt(slot.starts_at);
                  setHost(slot.host_id);
                  refusal.reset();
                }}
              />
            </>
          )}
        </Form>
      </div>
    </Modal>
  );
}

interface MoveProps {
  id: string;
  name: string;
  host: HostSchedule;
  starts_at: string;
  zone: string;
  onClose: () => void;
}

/** Moves a meeting to where it was dragged. */
export function MoveTo({ id, name, host, starts_at, zone, onClose }: MoveProps) {
  const move = useApiMutation('rescheduleMeeting');
  const refusal = useRefusal();
  const [at, setAt] = useState(starts_at);
  return (
    <Modal opened onClose={onClose} title={words.rescheduleMeeting}>
      <div className="over">
        <Form
          submit={words.reschedule}
          onSubmit={async ({ reason, outside }) => {
            const body = { starts_at: at, ...(reason ? { reason } : {}), allow_outside_availability: outside === 'on' };
            await move.mutateAsync({ params: { id }, body }).catch(refusal.showProblem);
            onClose();
          }}
        >
          {(errorOf) => (
            <>
              <p>
                {words.withLabel(name, host.host_name)} <strong>{when(at, zone)}</strong>
              </p>
              <At at={at} zone={zone} onChange={setAt} />
              <p className="quiet">{words.ifTheLeadWasInvitedThey}</p>
              <TextField name="reason" label={words.reason} first errorOf={errorOf} />
              <Checkbox name="outside">{OUTSIDE_HOURS}</Checkbox>
              <SlotConflict
                problem={refusal.problem}
                zone={zone}
                hostId={host.host_id}
                onChoose={(slot) => {
                  setAt(slot.starts_at);
                  refusal.reset();
                }}
              />
            </>
          )}
        </Form>
      </div>
    </Modal>
  );
}
