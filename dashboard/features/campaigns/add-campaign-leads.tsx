import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useApiQuery } from '../../api/use-api-query.js';
import { PreviewForm } from '../../components/bulk-change.js';
import { SelectField, TextField } from '../../components/form-field.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/campaigns.js';
import { Preview, useWholeChange } from '../leads/bulk-leads.js';
import { bodyOf } from '../leads/lead-selection.js';
import { searchOf } from '../leads/saved-view.js';

function Dialog({ id, onDone }: { id: string; onDone: () => void }) {
  const whole = useWholeChange('set_campaign');
  const [viewId, setViewId] = useState<string | null>(null);
  const tags = useApiQuery('listTags', { query: { limit: 200 } });
  const views = useApiQuery('listViews', { query: { resource: 'leads', limit: 100 } }).data?.views ?? [];
  const view = views.find((each) => each.id === viewId);
  return (
    <PreviewForm
      bodyOf={({ tag, q }) => {
        const search = view ? searchOf(view) : { ...(tag ? { tags_any: tag } : {}), ...(q?.trim() ? { q } : {}) };
        return bodyOf('set_campaign', { all: true, search }, { campaign_id: id });
      }}
      look={whole.preview}
      act={async (body, { changed }) => {
        void whole.change(body, changed);
        onDone();
      }}
      submit={({ changed }) => words.addLead(changed)}
      fields={(errorOf) => (
        <>
          <Select
            label={words.view}
            placeholder={words.none}
            data={views.map(({ id: value, name }) => ({ value, label: name }))}
            value={viewId}
            onChange={setViewId}
            searchable
            clearable
          />
          {!view && (
            <>
              <SelectField
                name="tag"
                label={words.tag}
                data={tags.data?.tags.map(({ slug, name }) => ({ value: slug, label: name })) ?? []}
                clearable
                errorOf={errorOf}
              />
              <TextField name="q" label={words.search} placeholder={words.nameEmailPhoneCompany} errorOf={errorOf} />
            </>
          )}
          <p className="quiet">{words.leadsInAnotherCampaignAreMoved}</p>
        </>
      )}
    >
      {(preview) => <Preview preview={preview} />}
    </PreviewForm>
  );
}

/** Adds the leads of a view, of a tag, or those that words find. */
export function AddCampaignLeads({ id }: { id: string }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.addLeads}
      </Button>
      <Modal opened={opened} onClose={close} title={words.addLeads}>
        <div className="over form">{opened && <Dialog id={id} onDone={close} />}</div>
      </Modal>
    </>
  );
}
