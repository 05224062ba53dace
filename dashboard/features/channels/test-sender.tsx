import type { Answer } from '../../api/operation-types.js';
import { useSession } from '../../api/session.js';
import { TextAreaField, TextField } from '../../components/form-field.js';
import { useTestMessage } from '../../components/test-message.js';
import * as words from '../../words/en/channels.js';
import { TestDialog } from './test-dialog.js';

type Sender = Answer<'getEmailSender'>['email_sender'];

/** Emails a test from a sender to the signed-in user, and shows its outcome. */
export function TestSender({ sender }: { sender: Sender }) {
  const { user } = useSession();
  const { send, test } = useTestMessage();
  const start = ({ subject = '', content = '' }: Record<string, string>) =>
    send.mutateAsync({
      body: { channel: 'email', email_sender_id: sender.id, lead: { first_name: user.name }, subject, content },
    });
  return (
    <TestDialog onSend={start} test={test}>
      {(errorOf) => (
        <>
          <p className="quiet">{words.theTestIsSentOnlyTo2(user.email)}</p>
          <TextField
            name="subject"
            label={words.subject}
            value={words.testFrom(sender.name)}
            required
            first
            errorOf={errorOf}
          />
          <TextAreaField
            name="content"
            label={words.text}
            value={words.thisEmailWasSentFrom(sender.from_email)}
            required
            errorOf={errorOf}
          />
        </>
      )}
    </TestDialog>
  );
}
