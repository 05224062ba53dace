import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { SelectField, TextField } from '../../components/form-field.js';
import { Icon } from '../../components/icons.js';
import { SecretOnce } from '../../components/secret-once.js';
import * as words from '../../words/en/integrations.js';

/** Creates a widget, shows its secret once, and opens its page. */
export function NewWidget() {
  const create = useApiMutation('createWidget');
  const agents = useApiQuery('listWorkflows', { query: { limit: 200 } });
  const navigate = useNavigate();
  const [made, setMade] = useState<{ id: string; secret: string }>();
  return (
    <>
      <ConfirmForm
        title={words.newWidget}
        submit={words.createWidget}
        icon={<Icon name="plus" size={16} />}
        onSubmit={async ({ name = '', workflow_id = '', domains = '' }) => {
          const allowed_domains = domains.split(/[\s,]+/).filter(Boolean);
          const { widget, identity_secret } = await create.mutateAsync({
            body: { name, workflow_id, allowed_domains },
          });
          create.reset();
          setMade({ id: widget.id, secret: identity_secret });
        }}
      >
        {(errorOf) => (
          <>
            <TextField name="name" label={words.nameLabel} placeholder={words.shop} required first errorOf={errorOf} />
            <SelectField
              name="workflow_id"
              label={words.agent}
              data={agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              required
              errorOf={errorOf}
            />
            <TextField
              name="domains"
              label={words.allowedDomains}
              description={words.forExampleWwwExampleComOr}
              errorOf={(name) => errorOf(name === 'domains' ? 'allowed_domains' : name)}
            />
          </>
        )}
      </ConfirmForm>
      <SecretOnce
        title={words.identitySecret}
        secret={made?.secret}
        onStored={() => void navigate({ to: '/integrations/widgets/$id', params: { id: made?.id ?? '' } })}
      >
        {words.yourServerUsesItToSign}
      </SecretOnce>
    </>
  );
}
