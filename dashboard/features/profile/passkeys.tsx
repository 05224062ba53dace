import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api/operation-types.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { Form } from '../../components/form.js';
import { TextField } from '../../components/form-field.js';
import { createPasskey } from '../../components/passkey-dialog.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { SecretOnce } from '../../components/secret-once.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/passkeys.js';
import { recoveryCodes, storeTheCodes } from '../../words/en/second-factor.js';

type ErrorOf = (name: string) => string | undefined;
type Passkey = Answer<'listPasskeys'>['passkeys'][number];

const Password = ({ errorOf }: { errorOf: ErrorOf }) => (
  <PasswordInput
    label={words.currentPassword}
    name="current_password"
    autoComplete="current-password"
    required
    withAsterisk={false}
    error={errorOf('current_password')}
  />
);

function Line({ passkey: { id, name, created_at, last_used_at } }: { passkey: Passkey }) {
  const update = useApiMutation('updatePasskey');
  const remove = useApiMutation('removePasskey');
  return (
    <li className="line meeting">
      <span className="grow">
        <span className="cut">{name}</span>
        <span className="faint">
          {' '}
          {last_used_at ? words.lastUsed : words.added}
          <Timestamp at={last_used_at ?? created_at} />
        </span>
      </span>
      <ConfirmForm
        title={words.rename}
        submit={words.save}
        small
        onSubmit={({ name = '' }) => update.mutateAsync({ params: { id }, body: { name } })}
      >
        {(errorOf) => <TextField name="name" label={words.nameLabel} value={name} required errorOf={errorOf} />}
      </ConfirmForm>
      <ConfirmForm
        title={words.deletePasskey}
        submit={words.deletePasskey}
        small
        onSubmit={({ current_password = '' }) => remove.mutateAsync({ params: { id }, body: { current_password } })}
      >
        {(errorOf) => (
          <>
            <p>{words.ifYouDeleteIt}</p>
            <Password errorOf={errorOf} />
          </>
        )}
      </ConfirmForm>
    </li>
  );
}

/** The passkeys of the user. `onReady` is called once a new one is added and its recovery codes are stored. */
export function Passkeys({ onReady }: { onReady?: () => void }) {
  const passkeys = useApiQuery('listPasskeys');
  const start = useApiMutation('startPasskey');
  const add = useApiMutation('addPasskey');
  const [codes, setCodes] = useState<readonly string[]>();
  const [round, setRound] = useState(0);
  return (
    <section className="card" aria-labelledby="passkeys">
      <header className="card-head">
        <h2 id="passkeys">{words.passkeys}</h2>
      </header>
      <QueryBoundary query={passkeys} lines={2}>
        {({ passkeys: rows }) =>
          rows.length > 0 && (
            <ul>
              {rows.map((passkey) => (
                <Line key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      <div className="card-body over">
        <p className="quiet">{words.aPasskeyReplaces}</p>
        <Form
          key={round}
          submit={words.addPasskey}
          variant="default"
          onSubmit={async ({ name = '', current_password = '' }) => {
            const { options } = await start.mutateAsync({ body: { current_password } });
            const { recovery_codes } = await add.mutateAsync({
              body: { name, credential: await createPasskey(options) },
            });
            add.reset();
            setRound(round + 1);
            if (recovery_codes) setCodes(recovery_codes);
            else onReady?.();
          }}
        >
          {(errorOf) => (
            <>
              <TextField name="name" label={words.nameLabel} required errorOf={errorOf} />
              <Password errorOf={errorOf} />
            </>
          )}
        </Form>
      </div>
      <SecretOnce
        title={recoveryCodes}
        secret={codes?.join('\n')}
        onStored={() => {
          setCodes(undefined);
          onReady?.();
        }}
      >
        {storeTheCodes}
      </SecretOnce>
    </section>
  );
}
