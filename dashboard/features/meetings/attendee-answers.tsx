import type { AttendeeAnswer, AttendeeAnswerKind } from '../../../schemas/meetings/meetings.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/meetings.js';

const ANSWERS: Record<AttendeeAnswerKind, string> = {
  accepted: words.accepted,
  declined: words.declined,
  tentative: words.tentative,
  proposed: words.proposedAnotherTime,
};

/** The responses of attendees from their calendar programs. */
export const AttendeeAnswers = ({ answers, on }: { answers: readonly AttendeeAnswer[]; on(at: string): string }) => (
  <>
    {answers.map(({ email, is_lead, answer, comment, proposed_starts_at, answered_at }) => (
      <div className="fact" key={email}>
        <dt>{is_lead ? words.leadsResponse : email}</dt>
        <dd>
          {ANSWERS[answer]}
          {proposed_starts_at && `: ${on(proposed_starts_at)}`} · <Timestamp at={answered_at} />
          {comment && <p className="said">{comment}</p>}
        </dd>
      </div>
    ))}
  </>
);
