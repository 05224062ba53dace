import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { Problem } from '../api/problem.js';
import { filledIn } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icons.js';
import { LeadPicker } from '../parts/lead-picker.js';
import { Select } from '../parts/select.js';
import { Tick } from '../parts/tick.js';
import { type PickedSlot, Slots } from './slots.js';

const NO_SLOT = () => new Problem(422, 'NO_TIME', 'No time yet', 'Choose one of the free times.');

interface FieldsProps {
  errorOf: (name: string) => string | undefined;
  lead: string | undefined;
  /** Left out where it is settled who is met. */
  onLead?: (id: string | undefined) => void;
  type: string | null;
  onType: (id: string | null) => void;
}

/** Who is met, on whose behalf, and what kind of meeting it is. */
export function BookingFields({ errorOf, lead, onLead, type, onType }: FieldsProps) {
  const types = useAsk('listMeetingTypes', { query: { limit: 200 } });
  const agents = useAsk('listWorkflows', { query: { limit: 200 } });
  const only = types.data?.meeting_types.length === 1 ? types.data.meeting_types[0]?.id : undefined;
  useEffect(() => {
    if (only && type === null) onType(only);
  }, [only, type, onType]);
  return (
    <>
      {onLead && <LeadPicker label="Lead" name="lead_id" value={lead} onChange={onLead} error={errorOf('lead_id')} />}
      <Select
        label="Agent on whose behalf"
        name="workflow_id"
        data={agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        defaultValue={agents.data?.workflows.length === 1 ? agents.data.workflows[0]?.id : undefined}
        key={agents.data ? 'known' : 'unknown'}
        required
        withAsterisk={false}
        error={errorOf('workflow_id')}
      />
      <Select
        label="Type"
        name="meeting_type_id"
        data={
          types.data?.meeting_types.map(({ id, name, duration_minutes }) => ({
            value: id,
            label: `${name}, ${duration_minutes} minutes`,
          })) ?? []
        }
        value={type}
        onChange={onType}
        description={
          types.data?.meeting_types.length === 0 && (
            <>
              There is none yet: <Link to="/meetings/types">add a type</Link>, and a{' '}
              <Link to="/meetings/hosts">host</Link> who is met.
            </>
          )
        }
        required
        withAsterisk={false}
        error={errorOf('meeting_type_id')}
      />
    </>
  );
}

/** What a booking sends, out of what a form says and the time that was chosen. */
export function bookingOf(values: Record<string, string>, slot: PickedSlot): never {
  const { lead_id = '', workflow_id = '', meeting_type_id = '' } = values;
  const invited = values.invite_lead === 'on';
  const whom = filledIn({ lead_id, workflow_id, meeting_type_id });
  return { ...whom, ...slot, invite_lead: invited, confirm: invited } as never;
}

/** A booking at a free time, for a lead where one is given, else for one that is chosen. */
export function Booking({ leadId, onDone }: { leadId?: string; onDone: () => void }) {
  const book = useAct('bookMeeting');
  const navigate = useNavigate();
  const [chosen, setLead] = useState<string>();
  const lead = leadId ?? chosen;
  const [type, setType] = useState<string | null>(null);
  const [slot, setSlot] = useState<PickedSlot>();
  return (
    <Form
      submit="Book"
      onSubmit={async (values) => {
        if (!slot) throw NO_SLOT();
        const { meeting } = await book.do({ body: bookingOf(leadId ? { ...values, lead_id: leadId } : values, slot) });
        onDone();
        await navigate({ to: '/meetings/$id', params: { id: meeting.id } });
      }}
    >
      {(errorOf) => (
        <>
          <BookingFields
            errorOf={errorOf}
            lead={lead}
            {...(leadId ? {} : { onLead: setLead })}
            type={type}
            onType={(value) => {
              setType(value);
              setSlot(undefined);
            }}
          />
          {type && <Slots typeId={type} leadId={lead} value={slot} onChange={setSlot} />}
          <Tick name="invite_lead">Send the lead an invitation</Tick>
        </>
      )}
    </Form>
  );
}

/** Books a meeting for a lead at a free time. */
export function BookMeeting() {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        Book a meeting
      </Button>
      <Modal opened={opened} onClose={close} title="Book a meeting" size="lg">
        <div className="over">{opened && <Booking onDone={close} />}</div>
      </Modal>
    </>
  );
}
