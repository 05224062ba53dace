import { Button, TextInput } from '@mantine/core';
import { useStoredText } from '../api/device-storage.js';
import type { Problem } from '../api/problem.js';
import { usePermission, useSession } from '../api/session.js';
import * as words from '../words/en/parts.js';
import type { MessageDraft } from './message-preview.js';
import { ProblemNote } from './problem-note.js';
import { TestMessageStatus, useTestMessage } from './test-message.js';

interface Props {
  written: MessageDraft;
  leadId: string;
}

type Channel = 'email' | 'whatsapp';
const isWritten = (channel: MessageDraft['channel']): channel is Channel => channel !== 'call';

interface PhoneProps {
  phone: string;
  onChange: (phone: string) => void;
  onEnter: () => void;
  problem: Problem | undefined;
}

/** Users have no phone of their own in the service: this device keeps theirs. */
const Phone = ({ phone, onChange, onEnter, problem }: PhoneProps) => (
  <TextInput
    type="tel"
    label={words.yourPhone}
    autoComplete="tel"
    value={phone}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key !== 'Enter') return;
      // The form around it would send to the lead.
      event.preventDefault();
      onEnter();
    }}
    error={problem?.field === '/to' ? problem.message : undefined}
  />
);

/** Sends a draft to the signed-in user as a test, by email or to their phone, and shows its outcome. */
function ToMyself({ written, leadId, channel }: Props & { channel: Channel }) {
  const { user } = useSession();
  const [phone, setPhone] = useStoredText('phone');
  const { send, test } = useTestMessage();
  const isByPhone = channel === 'whatsapp';
  const start = () =>
    void send
      .mutateAsync({ body: { ...written, channel, lead_id: leadId, ...(isByPhone ? { to: phone } : {}) } })
      .catch(() => undefined);
  const { problem } = send;
  return (
    <>
      {isByPhone && (
        <Phone phone={phone} onChange={setPhone} onEnter={() => phone.trim() && start()} problem={problem} />
      )}
      <div className="row">
        <Button variant="default" loading={send.isPending} disabled={isByPhone && !phone.trim()} onClick={start}>
          {words.sendTestToMyself}
        </Button>
        {test ? (
          <TestMessageStatus test={test} />
        ) : (
          <span className="faint">{words.sentOnlyTo(isByPhone ? words.thisNumber : user.email)}</span>
        )}
      </div>
      {test?.failure && <p className="quiet">{test.failure}</p>}
      {problem && problem.field !== '/to' && <ProblemNote problem={problem} />}
    </>
  );
}

/** Offers a draft message as a test to the signed-in user. Calls are only made to leads. */
export function SendTestDialog({ written, leadId }: Props) {
  const may = usePermission();
  const { channel } = written;
  if (!isWritten(channel) || !may('messages:send')) return null;
  return <ToMyself key={channel} written={written} leadId={leadId} channel={channel} />;
}
