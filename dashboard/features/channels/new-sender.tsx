import { useRef } from 'react';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { Icon } from '../../components/icons.js';
import * as words from '../../words/en/channels.js';
import * as connecting from '../../words/en/connections.js';
import { SenderFields } from './sender-fields.js';
import { senderValues } from './sender-values.js';
import type { Connection } from './use-connections.js';

interface Props {
  /** The connection that the sender starts with. */
  from?: Connection;
  /** True if it is the next step of what the user does. */
  isNext?: boolean;
}

/** Adds a sender and, if asked, has its replies read through the same connection. */
export function AddSender({ from, isNext = false }: Props) {
  const create = useApiMutation('createEmailSender');
  const receive = useApiMutation('setMailbox');
  /** The sender that was created while its mailbox wasn't set yet: a second try sets that only. */
  const made = useRef<string>(undefined);
  const submit = async ({ receive: receives, ...values }: Record<string, string>) => {
    made.current ??= (await create.mutateAsync({ body: senderValues(values) })).email_sender.id;
    const { connection_id, shared_mailbox } = values;
    if (receives === 'on' && connection_id) {
      const body = { connection_id, ...(shared_mailbox ? { shared_mailbox } : {}) };
      await receive.mutateAsync({ params: { id: made.current }, body });
    }
    made.current = undefined;
  };
  return (
    <ConfirmForm
      title={from ? connecting.addSenderFor(from.email ?? '') : words.addSender}
      submit={words.add}
      variant={from && !isNext ? 'default' : 'filled'}
      small={from !== undefined}
      size="lg"
      icon={<Icon name="plus" size={16} />}
      onSubmit={submit}
    >
      {(errorOf) => <SenderFields errorOf={errorOf} from={from} />}
    </ConfirmForm>
  );
}
