import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { Form } from '../../components/form.js';
import { Icon } from '../../components/icons.js';
import { Empty, Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/campaigns.js';
import { CampaignState } from './campaign-state.js';

function NewCampaign() {
  const [opened, { open, close }] = useDisclosure();
  const [agent, setAgent] = useState<string | null>(null);
  const agents = useApiQuery('listWorkflows', { query: { limit: 200 } }, { enabled: opened });
  const create = useApiMutation('createCampaign');
  const navigate = useNavigate();
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        {words.newCampaign}
      </Button>
      <Modal opened={opened} onClose={close} title={words.newCampaign}>
        <div className="over">
          <Form
            submit={words.createCampaign}
            onSubmit={async ({ name = '', source }) => {
              const body = { name, ...(agent ? { workflow_id: agent } : {}), ...(source ? { source } : {}) };
              const { campaign } = await create.mutateAsync({ body });
              await navigate({ to: '/campaigns/$id', params: { id: campaign.id } });
            }}
          >
            {(errorOf) => (
              <>
                <TextInput
                  name="name"
                  label={words.nameLabel}
                  placeholder={words.springFair}
                  required
                  maxLength={200}
                  data-autofocus
                  withAsterisk={false}
                  error={errorOf('name')}
                />
                <Select
                  label={words.agent}
                  description={words.leadsAreEnrolledInThisAgent}
                  data={agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? []}
                  value={agent}
                  onChange={setAgent}
                  error={errorOf('workflow_id')}
                />
                <TextInput
                  name="source"
                  label={words.source}
                  description={words.whereTheLeadsComeFromSuch}
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

/** The campaigns and their results. */
export function CampaignsPage() {
  const may = usePermission();
  const pages = useApiList('listCampaigns', { query: { limit: 50 } });
  return (
    <Page title={words.campaigns} create={may('campaigns:write') && <NewCampaign />}>
      <PagedList
        pages={pages}
        rows={(page) => page.campaigns}
        label={words.campaigns}
        empty={
          <Empty title={words.noCampaignsYet} first>
            <p>{words.aCampaignEnrollsManyLeadsIn}</p>
          </Empty>
        }
      >
        {(campaign) => (
          <Link to="/campaigns/$id" params={{ id: campaign.id }} className="line listed">
            <span className="grow">
              <strong className="cut">{campaign.name}</strong>
              <span className="faint cut">
                {words.enrolledReplied(campaign.leads_count, campaign.counters.enrolled, campaign.counters.replied)}
              </span>
            </span>
            <CampaignState campaign={campaign} />
          </Link>
        )}
      </PagedList>
    </Page>
  );
}
