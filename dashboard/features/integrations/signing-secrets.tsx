import { PasswordInput } from '@mantine/core';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { DeleteButton } from '../../components/delete-button.js';
import { TextField } from '../../components/form-field.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/integrations.js';

function SetSecret({ name }: { name?: string }) {
  const put = useApiMutation('putSecret');
  return (
    <ConfirmForm
      title={name ? words.replace(name) : words.addSecret}
      submit={words.saveSecret}
      small
      onSubmit={async (values) => {
        await put.mutateAsync({ params: { name: name ?? values.name ?? '' }, body: { value: values.value ?? '' } });
      }}
    >
      {(errorOf) => (
        <>
          {!name && <TextField name="name" label={words.nameLabel} required first errorOf={errorOf} />}
          <PasswordInput
            name="value"
            label={words.value}
            description={words.storedEncryptedAndNeverShownAgain}
            autoComplete="off"
            required
            withAsterisk={false}
            error={errorOf('value')}
          />
        </>
      )}
    </ConfirmForm>
  );
}

function Row({ name, at, mayChange }: { name: string; at: string; mayChange: boolean }) {
  return (
    <li className="line key">
      <div className="grow">
        <code className="cut">{name}</code>{' '}
        <span className="faint">
          {words.updated}
          <Timestamp at={at} />
        </span>
      </div>
      {mayChange && (
        <span className="row">
          <SetSecret name={name} />
          <DeleteButton
            operation="deleteSecret"
            id={name}
            by="name"
            name={name}
            means={words.jobsThatSignRequestsWithIt}
          />
        </span>
      )}
    </li>
  );
}

/** The secrets that sign the requests of jobs. Only names are shown; a value can't be read. */
export function SigningSecrets({ mayChange }: { mayChange: boolean }) {
  const secretsQuery = useApiQuery('listSecrets');
  return (
    <section className="card" aria-labelledby="secrets">
      <header className="card-head">
        <h2 id="secrets">{words.webhookSigningSecrets}</h2>
        {mayChange && <SetSecret />}
      </header>
      <QueryBoundary query={secretsQuery} lines={2}>
        {({ secrets }) =>
          secrets.length === 0 ? (
            <p className="calm">{words.noSecretsYetAddOneSo}</p>
          ) : (
            <ul>
              {secrets.map(({ name, updated_at }) => (
                <Row key={name} name={name} at={updated_at} mayChange={mayChange} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </section>
  );
}
