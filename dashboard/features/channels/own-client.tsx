import { useApiMutation } from '../../api/use-api-mutation.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { TextField } from '../../components/form-field.js';
import * as words from '../../words/en/own-clients.js';
import { type Connection, type ConnectionRequest, useSignIn } from './use-connections.js';

/** Reads what a form says of a client and of the mail servers that take its tokens. */
function requestOf(values: Record<string, string>): ConnectionRequest {
  const { email = '', client_id = '', client_secret, issuer, authorization_url, token_url, scopes = '' } = values;
  const serverOf = (name: 'smtp' | 'imap') => {
    const [host, port] = [values[`${name}_host`], values[`${name}_port`]];
    return host ? { host, ...(port ? { port: Number(port) } : {}) } : undefined;
  };
  const [smtp, imap] = [serverOf('smtp'), serverOf('imap')];
  return {
    provider: 'oauth',
    purposes: [...(smtp ? (['send_mail'] as const) : []), ...(imap ? (['read_mail'] as const) : [])],
    email,
    oauth: {
      ...(issuer ? { issuer } : {}),
      ...(authorization_url ? { authorization_url } : {}),
      ...(token_url ? { token_url } : {}),
      client_id,
      ...(client_secret ? { client_secret } : {}),
      scopes: scopes.split(/\s+/).filter(Boolean),
      ...(smtp ? { smtp } : {}),
      ...(imap ? { imap } : {}),
    },
  };
}

/** Connects a mailbox of any provider, with a client that the user has registered with it. */
export function ConnectAnother() {
  const signIn = useSignIn();
  return (
    <ConfirmForm
      title={words.connectAnotherProvider}
      submit={words.connectAnotherProvider}
      size="lg"
      onSubmit={(values) => signIn.connect(requestOf(values))}
    >
      {(errorOf) => <ClientFields errorOf={errorOf} />}
    </ConfirmForm>
  );
}

function ClientFields({ errorOf }: { errorOf: (name: string) => string | undefined }) {
  const own = (name: string) => errorOf(`oauth/${name}`);
  const server = (name: string) => own(name.replace('_', '/')) ?? own(name.replace(/_.*/, ''));
  return (
    <>
      <p>
        {words.registerAClient} <code>{new URL('connect/callback', document.baseURI).href}</code>
      </p>
      <TextField name="email" label={words.mailboxAddress} type="email" required first errorOf={errorOf} />
      <TextField name="issuer" label={words.issuer} type="url" description={words.issuerOrBoth} errorOf={own} />
      <div className="pairs">
        <TextField name="authorization_url" label={words.authorizationUrl} type="url" errorOf={own} />
        <TextField name="token_url" label={words.tokenUrl} type="url" errorOf={own} />
        <TextField name="client_id" label={words.clientId} required autoComplete="off" errorOf={own} />
        <SecretField errorOf={own} />
      </div>
      <TextField name="scopes" label={words.scopes} required description={words.separatedBySpaces} errorOf={own} />
      <div className="pairs">
        <TextField name="smtp_host" label={words.smtpHost} description={words.toSend} errorOf={server} />
        <TextField name="smtp_port" label={words.smtpPort} type="number" placeholder="587" errorOf={server} />
        <TextField name="imap_host" label={words.imapHost} description={words.toReceive} errorOf={server} />
        <TextField name="imap_port" label={words.imapPort} type="number" placeholder="993" errorOf={server} />
      </div>
      {errorOf('purposes') && <p role="alert">{words.enterAServer}</p>}
    </>
  );
}

const SecretField = ({ errorOf }: { errorOf: (name: string) => string | undefined }) => (
  <TextField
    name="client_secret"
    label={words.clientSecret}
    type="password"
    autoComplete="new-password"
    errorOf={errorOf}
  />
);

/** Replaces the secret of a client, which providers let expire. */
export function ReplaceSecret({ id }: Pick<Connection, 'id'>) {
  const replace = useApiMutation('reconnect');
  const submit = async ({ client_secret = '' }: Record<string, string>) => {
    await replace.mutateAsync({ params: { id }, body: { client_secret } });
    replace.reset();
  };
  return (
    <ConfirmForm title={words.replaceSecret} submit={words.save} small onSubmit={submit}>
      {(errorOf) => <SecretField errorOf={errorOf} />}
    </ConfirmForm>
  );
}
