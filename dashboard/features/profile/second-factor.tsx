import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Form } from '../../components/form.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Copyable, SecretOnce } from '../../components/secret-once.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/second-factor.js';

type ErrorOf = (name: string) => string | undefined;

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

const Code = ({ errorOf, label = words.code }: { errorOf: ErrorOf; label?: string }) => (
  <TextInput
    label={label}
    name="code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    required
    withAsterisk={false}
    error={errorOf('code')}
  />
);

/** Draws a QR code. Its library is only loaded here. */
function QrCode({ text }: { text: string }) {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    void import('uqr').then(({ renderSVG }) =>
      setSource(`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`),
    );
  }, [text]);
  return source ? <img src={source} alt={words.qrCode} width={200} height={200} /> : null;
}

interface SetUpProps {
  onCodes: (codes: readonly string[]) => void;
}

/** Sets up an authenticator app: the password, then the QR code and its first code. */
function SetUp({ onCodes }: SetUpProps) {
  const start = useApiMutation('startAuthenticatorApp');
  const confirm = useApiMutation('confirmAuthenticatorApp');
  const [app, setApp] = useState<{ secret: string; uri: string }>();
  if (!app) {
    return (
      <Form
        submit={words.setUpAuthenticatorApp}
        onSubmit={async ({ current_password = '' }) => {
          const { secret, uri } = await start.mutateAsync({ body: { current_password } });
          start.reset();
          setApp({ secret, uri });
        }}
      >
        {(errorOf) => <Password errorOf={errorOf} />}
      </Form>
    );
  }
  return (
    <div className="stack">
      <p>{words.scanTheCode}</p>
      <QrCode text={app.uri} />
      <p className="quiet">{words.orEnterTheKey}</p>
      <Copyable value={app.secret} label={words.copyKey} />
      <Form
        submit={words.confirm}
        onSubmit={async ({ code = '' }) => {
          const { recovery_codes } = await confirm.mutateAsync({ body: { code } });
          confirm.reset();
          setApp(undefined);
          onCodes(recovery_codes);
        }}
      >
        {(errorOf) => <Code errorOf={errorOf} label={words.codeOfTheApp} />}
      </Form>
    </div>
  );
}

type Change = 'codes' | 'remove' | 'replace';

/** Shows what can be done with a second factor that is set up. */
function Changes({ required, onCodes }: SetUpProps & { required: boolean }) {
  const [change, setChange] = useState<Change>();
  const codes = useApiMutation('createRecoveryCodes');
  const remove = useApiMutation('removeSecondFactor');
  const choice = (name: Change, label: string) => (
    <Button variant="default" size="compact-sm" onClick={() => setChange(name)}>
      {label}
    </Button>
  );
  if (change === 'replace') return <SetUp onCodes={onCodes} />;
  if (change === undefined) {
    return (
      <div className="row">
        {choice('codes', words.createRecoveryCodes)}
        {choice('replace', words.replaceAuthenticatorApp)}
        {!required && choice('remove', words.turnOff)}
      </div>
    );
  }
  return (
    <Form
      submit={change === 'codes' ? words.createRecoveryCodes : words.turnOff}
      onSubmit={async ({ current_password = '', code = '' }) => {
        const body = { current_password, code };
        if (change === 'remove') await remove.mutateAsync({ body });
        else {
          const { recovery_codes } = await codes.mutateAsync({ body });
          codes.reset();
          onCodes(recovery_codes);
        }
        setChange(undefined);
      }}
    >
      {(errorOf) => (
        <>
          <Password errorOf={errorOf} />
          <Code errorOf={errorOf} />
        </>
      )}
    </Form>
  );
}

/** The second factor of the user. `onReady` is called once recovery codes of a new one are stored. */
export function SecondFactor({ intro, onReady }: { intro?: ReactNode; onReady?: () => void }) {
  const factor = useApiQuery('getSecondFactor');
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <section className="card" aria-labelledby="second-factor">
      <header className="card-head">
        <h2 id="second-factor">{words.secondFactor}</h2>
      </header>
      <div className="card-body over">
        <QueryBoundary query={factor} lines={2}>
          {({ authenticator_app: app, recovery_codes: left, required }) => (
            <>
              {app ? (
                <p>
                  {words.authenticatorAppSince}
                  <Timestamp at={app.created_at} /> · {words.recoveryCodesLeft(left)}
                </p>
              ) : (
                <p className="quiet">{intro ?? words.aSecondFactorProtects}</p>
              )}
              {app ? (
                <Changes key={app.id} required={required} onCodes={setCodes} />
              ) : (
                !codes && <SetUp onCodes={setCodes} />
              )}
            </>
          )}
        </QueryBoundary>
      </div>
      <SecretOnce
        title={words.recoveryCodes}
        secret={codes?.join('\n')}
        onStored={() => {
          setCodes(undefined);
          onReady?.();
        }}
      >
        {words.storeTheCodes}
      </SecretOnce>
    </section>
  );
}
