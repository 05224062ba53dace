import { Button, TextInput } from '@mantine/core';
import { useKeptText } from '../api/device.js';
import type { Problem } from '../api/problem.js';
import { useMay, useSession } from '../api/session.js';
import type { Written } from './message-preview.js';
import { ProblemNote } from './problem-note.js';
import { Fate, useTest } from './test-message.js';

interface Props {
  written: Written;
  leadId: string;
}

type Channel = 'email' | 'whatsapp';
const isWritten = (channel: Written['channel']): channel is Channel => channel !== 'call';

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
    label="Your phone"
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

/** Sends what is being written to whoever is signed in, by mail or to their phone, and tells what became of it. */
function ToMyself({ written, leadId, channel }: Props & { channel: Channel }) {
  const { user } = useSession();
  const [phone, setPhone] = useKeptText('phone');
  const { send, test } = useTest();
  const isByPhone = channel === 'whatsapp';
  const start = () =>
    void send
      .do({ body: { ...written, channel, lead_id: leadId, ...(isByPhone ? { to: phone } : {}) } })
      .catch(() => undefined);
  const { problem } = send;
  return (
    <>
      {isByPhone && (
        <Phone phone={phone} onChange={setPhone} onEnter={() => phone.trim() && start()} problem={problem} />
      )}
      <div className="row">
        <Button variant="default" loading={send.busy} disabled={isByPhone && !phone.trim()} onClick={start}>
          Send to myself
        </Button>
        {test ? (
          <Fate test={test} />
        ) : (
          <span className="faint">To {isByPhone ? 'that phone' : user.email}, and to nobody else.</span>
        )}
      </div>
      {test?.failure && <p className="quiet">{test.failure}</p>}
      {problem && problem.field !== '/to' && <ProblemNote problem={problem} />}
    </>
  );
}

/** Offers a message that is being written as a test to whoever is signed in; calls are made to leads alone. */
export function SendToMyself({ written, leadId }: Props) {
  const may = useMay();
  const { channel } = written;
  if (!isWritten(channel) || !may('messages:send')) return null;
  return <ToMyself key={channel} written={written} leadId={leadId} channel={channel} />;
}
