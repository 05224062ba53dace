import { useState } from 'react';
import type { Answer } from '../../api/operation-types.js';
import { Checkbox } from '../../components/checkbox.js';
import { TextField } from '../../components/form-field.js';
import * as words from '../../words/en/channels.js';
import * as connecting from '../../words/en/connections.js';
import { ConnectionField, type SignInMethod, SignInMethodSelect } from './connection-field.js';
import { type Connection, useConnections } from './use-connections.js';
import { warmUpText } from './warm-up.js';

type Sender = Answer<'getEmailSender'>['email_sender'];

interface Props {
  errorOf: (name: string) => string | undefined;
  sender?: Sender | undefined;
  /** The connection that a new sender starts with. */
  from?: Connection | undefined;
}

/** The API names parts of the mail server below `/smtp`. */
function ServerFields({ errorOf, sender }: Pick<Props, 'errorOf' | 'sender'>) {
  const smtp = (name: string) => errorOf(`smtp/${name.slice('smtp_'.length)}`);
  return (
    <fieldset className="days">
      <legend>{words.smtpServerLeaveEmptyForSandbox}</legend>
      <div className="pairs grow">
        <TextField name="smtp_host" label={words.smtpHost} value={sender?.smtp?.host} errorOf={smtp} />
        <TextField
          name="smtp_port"
          label={words.port}
          type="number"
          value={sender?.smtp?.port}
          placeholder="587"
          errorOf={smtp}
        />
        <TextField name="smtp_user" label={words.user} value={sender?.smtp?.user} autoComplete="off" errorOf={smtp} />
        <TextField
          name="smtp_password"
          label={words.password}
          type="password"
          autoComplete="new-password"
          placeholder={sender?.smtp_password_set ? words.unchanged : ''}
          errorOf={smtp}
        />
      </div>
    </fieldset>
  );
}

const LimitFields = ({ errorOf, sender }: Pick<Props, 'errorOf' | 'sender'>) => (
  <>
    <TextField
      name="per_day"
      label={words.maximumEmailsPerDay}
      type="number"
      value={sender?.per_day}
      errorOf={errorOf}
    />
    <TextField
      name="per_minute"
      label={words.maximumEmailsPerMinute}
      type="number"
      value={sender?.per_minute}
      errorOf={errorOf}
    />
    <TextField
      name="ramp"
      label={words.warmUpSchedule}
      value={warmUpText(sender?.ramp)}
      placeholder="1: 50, 8: 200, 15: 1000"
      description={words.daysSinceTheSenderWasAdded}
      errorOf={errorOf}
    />
  </>
);

/** The fields of a sender, as it is or as it is to be. */
export function SenderFields({ errorOf, sender, from }: Props) {
  const connections = useConnections().data?.connections ?? [];
  const [id, setId] = useState(sender?.connection_id ?? from?.id ?? null);
  const [way, setWay] = useState<SignInMethod>(id === null ? 'server' : 'connection');
  const chosen = way === 'connection' ? (connections.find((row) => row.id === id) ?? from) : undefined;
  return (
    <>
      <TextField
        name="name"
        label={words.nameLabel}
        value={sender?.name ?? from?.email}
        required
        first
        errorOf={errorOf}
      />
      <SignInMethodSelect label={connecting.sentThrough} server={connecting.smtpServer} value={way} onChange={setWay} />
      {way === 'connection' && (
        <ConnectionField
          connections={from && connections.length === 0 ? [from] : connections}
          purpose="send_mail"
          value={id}
          onChange={setId}
          sharedMailbox={sender?.shared_mailbox}
          errorOf={errorOf}
        />
      )}
      <div className="pairs">
        <TextField
          // A new sender sends from the address of the account that is chosen.
          key={sender ? 'own' : chosen?.id}
          name="from_email"
          label={words.emailAddress}
          type="email"
          value={sender?.from_email ?? chosen?.email}
          required
          errorOf={errorOf}
        />
        <TextField name="from_name" label={words.displayName} value={sender?.from_name} errorOf={errorOf} />
        <TextField
          name="reply_to"
          label={words.replyToAddress}
          type="email"
          value={sender?.reply_to}
          errorOf={errorOf}
        />
        <TextField
          name="dkim_selector"
          label={words.dkimSelector}
          value={sender?.dkim_selector}
          description={words.leaveEmptyToTryCommonSelectors}
          errorOf={errorOf}
        />
        <TextField
          name="tracking_domain"
          label={words.trackingDomain}
          value={sender?.tracking_domain}
          description={words.leaveEmptyToUseTheServiceAddress}
          errorOf={errorOf}
        />
        <LimitFields errorOf={errorOf} sender={sender} />
      </div>
      {way === 'server' && <ServerFields errorOf={errorOf} sender={sender?.connection_id ? undefined : sender} />}
      {!sender && chosen?.purposes.includes('read_mail') && (
        <Checkbox name="receive" defaultChecked>
          {connecting.receiveRepliesToo}
        </Checkbox>
      )}
      <Checkbox name="track_opens" defaultChecked={sender?.track_opens}>
        {words.trackOpens}
      </Checkbox>
      <Checkbox name="track_clicks" defaultChecked={sender?.track_clicks}>
        {words.trackClicks}
      </Checkbox>
    </>
  );
}
