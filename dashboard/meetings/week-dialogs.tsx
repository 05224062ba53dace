import { Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { HostSchedule } from '../../schemas/meetings/schedule.js';
import { useAct } from '../api/act.js';
import { asProblem, type Problem } from '../api/problem.js';
import { Field, filledIn } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Select } from '../parts/select.js';
import { Tick } from '../parts/tick.js';
import { BookingFields, bookingOf } from './book.js';
import { clockIn, dayIn } from './days.js';
import { TakenSlot } from './taken-slot.js';
import { inputOf, momentIn } from './wall-clock.js';

const when = (at: string, zone: string): string =>
  `${dayIn(at, zone)}, ${clockIn(at, zone)} (${zone.replaceAll('_', ' ')})`;
const BESIDE = 'Also outside the hours of the host';

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
      label="Time"
      value={inputOf(at, zone)}
      onChange={({ currentTarget: { value } }) => {
        const chosen = momentIn(value, zone);
        if (chosen) onChange(chosen);
      }}
    />
  );
}

/** Keeps what an answer said besides that a time can't be had. */
function useRefusal() {
  const [problem, setProblem] = useState<Problem>();
  const tell = (thrown: unknown): never => {
    setProblem(asProblem(thrown));
    throw thrown;
  };
  return { problem, tell, forget: () => setProblem(undefined) };
}

interface BookProps {
  starts_at: string;
  hosts: readonly HostSchedule[];
  /** Who is free then. */
  hostId: string | undefined;
  zone: string;
  onClose: () => void;
}

/** Books a meeting at the time that was chosen in the week. */
export function BookAt({ starts_at, hosts, hostId, zone, onClose }: BookProps) {
  const book = useAct('bookMeeting');
  const refusal = useRefusal();
  const [at, setAt] = useState(starts_at);
  const [host, setHost] = useState(hostId ?? null);
  const [lead, setLead] = useState<string>();
  const [type, setType] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} title="Book a meeting" size="lg">
      <div className="over">
        <Form
          submit="Book"
          onSubmit={async (values) => {
            const body: object = bookingOf(values, { starts_at: at, host_id: host ?? '' });
            const allow_outside_availability = values.outside === 'on';
            await book.do({ body: { ...body, allow_outside_availability } as never }).catch(refusal.tell);
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
                label="Host"
                data={hosts.map(({ host_id, host_name }) => ({ value: host_id, label: host_name }))}
                value={host}
                onChange={setHost}
                withAsterisk={false}
                required
                error={errorOf('host_id')}
              />
              <Tick name="invite_lead">Send the lead an invitation</Tick>
              <Tick name="outside">{BESIDE}</Tick>
              <TakenSlot
                problem={refusal.problem}
                zone={zone}
                onChoose={(slot) => {
                  setAt(slot.starts_at);
                  setHost(slot.host_id);
                  refusal.forget();
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
  const move = useAct('rescheduleMeeting');
  const refusal = useRefusal();
  const [at, setAt] = useState(starts_at);
  return (
    <Modal opened onClose={onClose} title="Move the meeting">
      <div className="over">
        <Form
          submit="Move it"
          onSubmit={async ({ reason = '', outside }) => {
            const body = { starts_at: at, ...filledIn({ reason }), allow_outside_availability: outside === 'on' };
            await move.do({ params: { id }, body: body as never }).catch(refusal.tell);
            onClose();
          }}
        >
          {(errorOf) => (
            <>
              <p>
                {name} with {host.host_name}: <strong>{when(at, zone)}</strong>
              </p>
              <At at={at} zone={zone} onChange={setAt} />
              <p className="quiet">A lead who was invited is told, and has to confirm the new time.</p>
              <Field name="reason" label="Why" first errorOf={errorOf} />
              <Tick name="outside">{BESIDE}</Tick>
              <TakenSlot
                problem={refusal.problem}
                zone={zone}
                hostId={host.host_id}
                onChoose={(slot) => {
                  setAt(slot.starts_at);
                  refusal.forget();
                }}
              />
            </>
          )}
        </Form>
      </div>
    </Modal>
  );
}
