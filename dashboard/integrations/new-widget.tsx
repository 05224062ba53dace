import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { AskFirst } from '../parts/ask-first.js';
import { Choice, Field } from '../parts/field.js';
import { Icon } from '../parts/icons.js';
import { SecretOnce } from '../parts/secret.js';

/** Makes a widget, shows the secret that is told this once, and goes to its page. */
export function NewWidget() {
  const create = useAct('createWidget');
  const agents = useAsk('listWorkflows', { query: { limit: 200 } });
  const navigate = useNavigate();
  const [made, setMade] = useState<{ id: string; secret: string }>();
  return (
    <>
      <AskFirst
        title="New widget"
        submit="Make it"
        variant="filled"
        icon={<Icon name="plus" size={16} />}
        onSubmit={async ({ name = '', workflow_id = '', domains = '' }) => {
          const allowed_domains = domains.split(/[\s,]+/).filter(Boolean);
          const { widget, identity_secret } = await create.do({ body: { name, workflow_id, allowed_domains } });
          create.forget();
          setMade({ id: widget.id, secret: identity_secret });
        }}
      >
        {(errorOf) => (
          <>
            <Field name="name" label="Name" placeholder="Shop" required first errorOf={errorOf} />
            <Choice
              name="workflow_id"
              label="The agent that answers"
              data={agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              required
              errorOf={errorOf}
            />
            <Field
              name="domains"
              label="Where it may stand"
              description="Hosts, such as www.example.com or *.example.com; localhost for your own work."
              errorOf={(name) => errorOf(name === 'domains' ? 'allowed_domains' : name)}
            />
          </>
        )}
      </AskFirst>
      <SecretOnce
        title="Its identity secret"
        secret={made?.secret}
        onStored={() => void navigate({ to: '/integrations/widgets/$id', params: { id: made?.id ?? '' } })}
      >
        Your server signs with it who a visitor is, where your visitors sign in. This is the only time it is shown; a
        new one can be made later.
      </SecretOnce>
    </>
  );
}
