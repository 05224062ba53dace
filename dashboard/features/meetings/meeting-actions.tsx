import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MeetingDetails } from '../../../schemas/meetings/meetings.js';
import { Problem } from '../../api/problem.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Checkbox } from '../../components/checkbox.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { formValues, TextAreaField, TextField } from '../../components/form-field.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/meetings.js';
import { isOpen } from './open-meeting.js';
import { type PickedSlot, SlotPicker } from './slot-picker.js';

type Props = { meeting: MeetingDetails };

function Move({ meeting }: Props) {
  const move = useApiMutation('rescheduleMeeting');
  const [slot, setSlot] = useState<PickedSlot>();
  const { id, meeting_type_id, host_id } = meeting;
  return (
    <ConfirmForm
      title={words.reschedule}
      submit={words.reschedule}
      size="lg"
      onSubmit={async ({ reason, other = '' }) => {
        const starts_at = other || slot?.starts_at;
        if (!starts_at) throw new Problem(422, 'NO_TIME', words.noTimeSelected, words.selectAnAvailableTimeOrEnter);
        const body = { starts_at, ...(reason ? { reason } : {}), allow_outside_availability: Boolean(other) };
        await move.mutateAsync({ params: { id }, body });
      }}
    >
      {(errorOf) => (
        <>
          {meeting_type_id && (
            <SlotPicker typeId={meeting_type_id} hostId={host_id ?? undefined} value={slot} onChange={setSlot} />
          )}
          <TextField
            name="other"
            label={words.orAnotherTime(meeting.timezone)}
            type="datetime-local"
            description={words.canBeOutsideTheHostsHours}
            errorOf={(name) => errorOf(name) ?? errorOf('starts_at')}
          />
          <TextField name="reason" label={words.reason} errorOf={errorOf} />
        </>
      )}
    </ConfirmForm>
  );
}

function Cancel({ meeting: { id } }: Props) {
  const cancel = useApiMutation('cancelMeeting');
  return (
    <ConfirmForm
      title={words.cancelMeeting}
      submit={words.cancelMeeting}
      onSubmit={({ reason, notify_lead }) =>
        cancel.mutateAsync({
          params: { id },
          body: { ...(reason ? { reason } : {}), notify_lead: notify_lead === 'on' },
        })
      }
    >
      {(errorOf) => (
        <>
          <p className="quiet">{words.theTimeSlotBecomesAvailableAgain}</p>
          <TextField name="reason" label={words.reason} errorOf={errorOf} />
          <Checkbox name="notify_lead" defaultChecked>
            {words.notifyTheLeadIfInvited}
          </Checkbox>
        </>
      )}
    </ConfirmForm>
  );
}

function Outcome({ meeting: { id, status } }: Props) {
  const complete = useApiMutation('completeMeeting');
  const noShow = useApiMutation('noShowMeeting');
  return (
    <>
      {status !== 'completed' && (
        <ConfirmForm
          title={words.markAsCompleted}
          submit={words.save}
          variant="filled"
          onSubmit={({ outcome_notes = '' }) =>
            complete.mutateAsync({ params: { id }, body: formValues({ outcome_notes }) })
          }
        >
          {(errorOf) => <TextAreaField name="outcome_notes" label={words.outcome} errorOf={errorOf} first />}
        </ConfirmForm>
      )}
      {status !== 'no_show' && (
        <ConfirmForm
          title={words.markAsNoShow}
          submit={words.save}
          onSubmit={({ reason = '' }) => noShow.mutateAsync({ params: { id }, body: formValues({ reason }) })}
        >
          {(errorOf) => <TextField name="reason" label={words.reasonOptional} errorOf={errorOf} first />}
        </ConfirmForm>
      )}
    </>
  );
}

function Confirmed({ meeting: { id } }: Props) {
  const confirm = useApiMutation('confirmMeeting');
  return (
    <>
      <Button
        variant="default"
        loading={confirm.isPending}
        onClick={() => void confirm.mutateAsync({ params: { id } }).catch(() => undefined)}
      >
        {words.markAsConfirmed}
      </Button>
      {confirm.problem && <ProblemNote problem={confirm.problem} />}
    </>
  );
}

/** The actions that a meeting allows in its current state. */
export function MeetingActions({ meeting }: Props) {
  const began = Date.parse(meeting.starts_at) <= Date.now();
  if (meeting.status === 'cancelled') return null;
  return (
    <>
      {meeting.status === 'scheduled' && !began && <Confirmed meeting={meeting} />}
      {isOpen(meeting.status) && <Move meeting={meeting} />}
      {isOpen(meeting.status) && <Cancel meeting={meeting} />}
      {began && <Outcome meeting={meeting} />}
    </>
  );
}
