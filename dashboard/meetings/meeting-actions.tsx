import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MeetingDetails } from '../../schemas/meetings/meetings.js';
import { useAct } from '../api/act.js';
import { Problem } from '../api/problem.js';
import { AskFirst } from '../parts/ask-first.js';
import { Area, Field, filledIn } from '../parts/field.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Tick } from '../parts/tick.js';
import { type PickedSlot, Slots } from './slots.js';

type Props = { meeting: MeetingDetails };

function Move({ meeting }: Props) {
  const move = useAct('rescheduleMeeting');
  const [slot, setSlot] = useState<PickedSlot>();
  const { id, meeting_type_id, host_id } = meeting;
  return (
    <AskFirst
      title="Move"
      submit="Move it"
      size="lg"
      onSubmit={async ({ reason = '', other = '' }) => {
        const starts_at = other || slot?.starts_at;
        if (!starts_at) throw new Problem(422, 'NO_TIME', 'No time yet', 'Choose a free time, or say another one.');
        const body = { starts_at, ...filledIn({ reason }), allow_outside_availability: Boolean(other) };
        await move.do({ params: { id }, body: body as never });
      }}
    >
      {(errorOf) => (
        <>
          {meeting_type_id && (
            <Slots typeId={meeting_type_id} hostId={host_id ?? undefined} value={slot} onChange={setSlot} />
          )}
          <Field
            name="other"
            label={`Or another time (${meeting.timezone})`}
            type="datetime-local"
            description="Also outside the hours of the host."
            errorOf={(name) => errorOf(name) ?? errorOf('starts_at')}
          />
          <Field name="reason" label="Why" errorOf={errorOf} />
        </>
      )}
    </AskFirst>
  );
}

function Cancel({ meeting: { id } }: Props) {
  const cancel = useAct('cancelMeeting');
  return (
    <AskFirst
      title="Cancel the meeting"
      submit="Cancel it"
      onSubmit={({ reason = '', notify_lead }) =>
        cancel.do({ params: { id }, body: { ...filledIn({ reason }), notify_lead: notify_lead === 'on' } as never })
      }
    >
      {(errorOf) => (
        <>
          <p className="quiet">Its time is free again at once.</p>
          <Field name="reason" label="Why" errorOf={errorOf} />
          <Tick name="notify_lead" defaultChecked>
            Tell the lead, if it was invited
          </Tick>
        </>
      )}
    </AskFirst>
  );
}

function Outcome({ meeting: { id, status } }: Props) {
  const complete = useAct('completeMeeting');
  const noShow = useAct('noShowMeeting');
  return (
    <>
      {status !== 'completed' && (
        <AskFirst
          title="It took place"
          submit="Note it"
          variant="filled"
          onSubmit={({ outcome_notes = '' }) =>
            complete.do({ params: { id }, body: filledIn({ outcome_notes }) as never })
          }
        >
          {(errorOf) => <Area name="outcome_notes" label="What came of it" errorOf={errorOf} first />}
        </AskFirst>
      )}
      {status !== 'no_show' && (
        <AskFirst
          title="Nobody came"
          submit="Note it"
          onSubmit={({ reason = '' }) => noShow.do({ params: { id }, body: filledIn({ reason }) as never })}
        >
          {(errorOf) => <Field name="reason" label="Why, if you know" errorOf={errorOf} first />}
        </AskFirst>
      )}
    </>
  );
}

function Confirmed({ meeting: { id } }: Props) {
  const confirm = useAct('confirmMeeting');
  return (
    <>
      <Button
        variant="default"
        loading={confirm.busy}
        onClick={() => void confirm.do({ params: { id } }).catch(() => undefined)}
      >
        The lead confirmed
      </Button>
      {confirm.problem && <ProblemNote problem={confirm.problem} />}
    </>
  );
}

/** What can be done about a meeting as it stands. */
export function MeetingActions({ meeting }: Props) {
  const stands = meeting.status === 'scheduled' || meeting.status === 'confirmed';
  const began = Date.parse(meeting.starts_at) <= Date.now();
  if (meeting.status === 'cancelled') return null;
  return (
    <>
      {meeting.status === 'scheduled' && !began && <Confirmed meeting={meeting} />}
      {stands && <Move meeting={meeting} />}
      {stands && <Cancel meeting={meeting} />}
      {began && <Outcome meeting={meeting} />}
    </>
  );
}
