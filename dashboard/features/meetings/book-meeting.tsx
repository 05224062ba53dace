import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Body } from '../../api/operation-types.js';
import { Problem } from '../../api/problem.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Checkbox } from '../../components/checkbox.js';
import { Form } from '../../components/form.js';
import { formValues } from '../../components/form-field.js';
import { Icon } from '../../components/icons.js';
import { LeadPicker } from '../../components/lead-picker.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/meetings.js';
import { type PickedSlot, SlotPicker } from './slot-picker.js';

const NO_SLOT = () => new Problem(422, 'NO_TIME', words.noTimeSelected, words.selectOneOfTheAvailableTimes);

interface FieldsProps {
  errorOf: (name: string) => string | undefined;
  lead: string | undefined;
  /** Left out where it is settled who is met. */
  onLead?: (id: string | undefined) => void;
  type: string | null;
  onType: (id: string | null) => void;
}

/** The fields of a booking: the lead, the host and the meeting type. */
export function BookingFields({ errorOf, lead, onLead, type, onType }: FieldsProps) {
  const types = useApiQuery('listMeetingTypes', { query: { limit: 200 } });
  const agents = useApiQuery('listWorkflows', { query: { limit: 200 } });
  const only = types.data?.meeting_types.length === 1 ? types.data.meeting_types[0]?.id : undefined;
  useEffect(() => {
    if (only && type === null) onType(only);
  }, [only, type, onType]);
  return (
    <>
      {onLead && (
        <LeadPicker label={words.lead} name="lead_id" value={lead} onChange={onLead} error={errorOf('lead_id')} />
      )}
      <Select
        label={words.agent}
        name="workflow_id"
        data={agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        defaultValue={agents.data?.workflows.length === 1 ? agents.data.workflows[0]?.id : undefined}
        key={agents.data ? 'known' : 'unknown'}
        required
        withAsterisk={false}
        error={errorOf('workflow_id')}
      />
      <Select
        label={words.type}
        name="meeting_type_id"
        data={
          types.data?.meeting_types.map(({ id, name, duration_minutes }) => ({
            value: id,
            label: words.text(name, duration_minutes),
          })) ?? []
        }
        value={type}
        onChange={onType}
        description={
          types.data?.meeting_types.length === 0 && (
            <>
              {words.noMeetingTypesYet}
              <Link to="/meetings/types">{words.addMeetingType}</Link> ·{' '}
              <Link to="/meetings/hosts">{words.addHost}</Link>
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

/** Returns the request of a booking from the values of a form and the selected time. */
export function bookingOf(values: Record<string, string>, slot: PickedSlot): Body<'bookMeeting'> {
  const { lead_id = '', workflow_id = '', meeting_type_id = '' } = values;
  const invited = values.invite_lead === 'on';
  const whom = formValues<Body<'bookMeeting'>>({ lead_id, workflow_id, meeting_type_id });
  return { ...whom, ...slot, invite_lead: invited, confirm: invited };
}

/** A booking at a free time, for a lead where one is given, else for one that is chosen. */
export function Booking({ leadId, onDone }: { leadId?: string; onDone: () => void }) {
  const book = useApiMutation('bookMeeting');
  const navigate = useNavigate();
  const [chosen, setLead] = useState<string>();
  const lead = leadId ?? chosen;
  const [type, setType] = useState<string | null>(null);
  const [slot, setSlot] = useState<PickedSlot>();
  return (
    <Form
      submit={words.bookMeeting}
      onSubmit={async (values) => {
        if (!slot) throw NO_SLOT();
        const { meeting } = await book.mutateAsync({
          body: bookingOf(leadId ? { ...values, lead_id: leadId } : values, slot),
        });
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
          {type && <SlotPicker typeId={type} leadId={lead} value={slot} onChange={setSlot} />}
          <Checkbox name="invite_lead">{words.sendTheLeadAnInvitation}</Checkbox>
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
        {words.bookMeeting}
      </Button>
      <Modal opened={opened} onClose={close} title={words.bookMeeting} size="lg">
        <div className="over">{opened && <Booking onDone={close} />}</div>
      </Modal>
    </>
  );
}
