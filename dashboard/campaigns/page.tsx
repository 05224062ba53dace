import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { useAsk, usePages } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icons.js';
import { Listed } from '../parts/listed.js';
import { Empty, Page } from '../parts/page.js';
import { Select } from '../parts/select.js';
import { CampaignState } from './state.js';

function NewCampaign() {
  const [opened, { open, close }] = useDisclosure();
  const [agent, setAgent] = useState<string | null>(null);
  const agents = useAsk('listWorkflows', { query: { limit: 200 } }, { when: opened });
  const create = useAct('createCampaign');
  const navigate = useNavigate();
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        New campaign
      </Button>
      <Modal opened={opened} onClose={close} title="A new campaign">
        <div className="over">
          <Form
            submit="Make it"
            onSubmit={async ({ name = '', source }) => {
              const body = { name, ...(agent ? { workflow_id: agent } : {}), ...(source ? { source } : {}) };
              const { campaign } = await create.do({ body });
              await navigate({ to: '/campaigns/$id', params: { id: campaign.id } });
            }}
          >
            {(errorOf) => (
              <>
                <TextInput
                  name="name"
                  label="Name"
                  placeholder="Spring fair"
                  required
                  maxLength={200}
                  data-autofocus
                  withAsterisk={false}
                  error={errorOf('name')}
                />
                <Select
                  label="Agent"
                  description="That its leads are enrolled in once it is started."
                  data={agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? []}
                  value={agent}
                  onChange={setAgent}
                  error={errorOf('workflow_id')}
                />
                <TextInput
                  name="source"
                  label="Source"
                  description="Where its leads come from."
                  error={errorOf('source')}
                />
              </>
            )}
          </Form>
        </div>
      </Modal>
    </>
  );
}

/** The campaigns, and what became of them. */
export function CampaignsPage() {
  const may = useMay();
  const pages = usePages('listCampaigns', { query: { limit: 50 } });
  return (
    <Page title="Campaigns" actions={may('campaigns:write') && <NewCampaign />}>
      <Listed
        pages={pages}
        rows={(page) => page.campaigns}
        label="Campaigns"
        empty={
          <Empty title="No campaign yet">
            <p>A campaign enrols many leads in one agent, and counts what becomes of them.</p>
          </Empty>
        }
      >
        {(campaign) => (
          <Link to="/campaigns/$id" params={{ id: campaign.id }} className="line listed">
            <span className="grow">
              <strong className="cut">{campaign.name}</strong>
              <span className="faint cut">
                {campaign.leads_count} {campaign.leads_count === 1 ? 'lead' : 'leads'} · {campaign.counters.enrolled}{' '}
                enrolled · {campaign.counters.replied} replied
              </span>
            </span>
            <CampaignState campaign={campaign} />
          </Link>
        )}
      </Listed>
    </Page>
  );
}
