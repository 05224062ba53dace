import { useState } from 'react';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Checkbox } from '../../components/checkbox.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { SelectField, TextField } from '../../components/form-field.js';
import { Select } from '../../components/select.js';
import { CONNECTION_PROVIDERS, CONNECTION_PURPOSES } from '../../words/connections.js';
import * as words from '../../words/en/connections.js';
import type { Connection, ConnectionProvider, RegisteredProvider } from './use-connections.js';

/** A link that was just created, which is shown once. */
export interface SignInLink {
  url: string;
  provider: ConnectionProvider;
  expiresAt: string;
}

interface Props {
  configured: readonly RegisteredProvider[];
  onLink: (link: SignInLink) => void;
}

type Purpose = Connection['purposes'][number];
const PURPOSES = Object.keys(CONNECTION_PURPOSES) as Purpose[];

/** Lists the hosts whose mailbox a connection may be. */
function HostField({ errorOf }: { errorOf: (name: string) => string | undefined }) {
  const hosts = useApiQuery('listHosts', { query: { limit: 200 } });
  return (
    <SelectField
      name="host_id"
      label={words.host}
      data={(hosts.data?.hosts ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      clearable
      errorOf={errorOf}
    />
  );
}

/** Creates a link to sign in with, for someone who doesn't use the dashboard. */
export function ConnectionLink({ configured, onLink }: Props) {
  const may = usePermission();
  const [provider, setProvider] = useState(configured[0]);
  const create = useApiMutation('createConnection');
  const submit = async ({ host_id, link_hours = '', ...values }: Record<string, string>) => {
    if (!provider) return;
    const made = await create.mutateAsync({
      body: {
        provider,
        purposes: PURPOSES.filter((purpose) => values[purpose] === 'on'),
        ...(host_id ? { host_id } : {}),
        ...(link_hours ? { link_hours: Number(link_hours) } : {}),
      },
    });
    create.reset();
    onLink({ url: made.authorize_url, provider, expiresAt: made.expires_at });
  };
  return (
    <ConfirmForm title={words.createLink} submit={words.createLink} onSubmit={submit}>
      {(errorOf) => (
        <>
          <Select
            label={words.provider}
            data={configured.map((value) => ({ value, label: CONNECTION_PROVIDERS[value] }))}
            value={provider ?? null}
            onChange={(value) => value && setProvider(value as RegisteredProvider)}
          />
          <fieldset className="days">
            <legend>{words.purposes}</legend>
            {PURPOSES.filter((purpose) => purpose !== 'shared_mailboxes' || provider === 'microsoft').map((purpose) => (
              <Checkbox key={purpose} name={purpose} defaultChecked={purpose.endsWith('_mail')}>
                {CONNECTION_PURPOSES[purpose]}
              </Checkbox>
            ))}
            {errorOf('purposes') && <p role="alert">{words.selectAPurpose}</p>}
          </fieldset>
          {may('meetings:read') && <HostField errorOf={errorOf} />}
          <TextField name="link_hours" label={words.linkHours} type="number" placeholder="24" errorOf={errorOf} />
        </>
      )}
    </ConfirmForm>
  );
}
