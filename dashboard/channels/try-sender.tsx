import type { Answer } from '../api/names.js';
import { useSession } from '../api/session.js';
import { Area, Field } from '../parts/field.js';
import { useTest } from '../parts/test-message.js';
import { TestDialog } from './test-dialog.js';

type Sender = Answer<'getEmailSender'>['email_sender'];

/** Mails a test by a sender to whoever is signed in, and tells what became of it. */
export function TrySender({ sender }: { sender: Sender }) {
  const { user } = useSession();
  const { send, test } = useTest();
  const start = ({ subject = '', content = '' }: Record<string, string>) =>
    send.do({
      body: { channel: 'email', email_sender_id: sender.id, lead: { first_name: user.name }, subject, content },
    });
  return (
    <TestDialog onSend={start} test={test}>
      {(errorOf) => (
        <>
          <p className="quiet">It goes to {user.email} and nowhere else.</p>
          <Field name="subject" label="Subject" value={`A test of ${sender.name}`} required first errorOf={errorOf} />
          <Area name="content" label="Text" value={`This left by ${sender.from_email}.`} required errorOf={errorOf} />
        </>
      )}
    </TestDialog>
  );
}
