import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useAsk } from '../api/ask.js';
import { Preview, useWholeChange } from '../leads/bulk.js';
import { bodyOf } from '../leads/chosen.js';
import { searchOf } from '../leads/saved-view.js';
import { LookFirst } from '../parts/change-many.js';
import { Choice, Field } from '../parts/field.js';
import { Select } from '../parts/select.js';

function Dialog({ id, onDone }: { id: string; onDone: () => void }) {
  const whole = useWholeChange('set_campaign');
  const [viewId, setViewId] = useState<string | null>(null);
  const tags = useAsk('listTags', { query: { limit: 200 } });
  const views = useAsk('listViews', { query: { resource: 'leads', limit: 100 } }).data?.views ?? [];
  const view = views.find((each) => each.id === viewId);
  return (
    <LookFirst
      bodyOf={({ tag, q }) => {
        const search = view ? searchOf(view) : { ...(tag ? { tags_any: tag } : {}), ...(q?.trim() ? { q } : {}) };
        return bodyOf('set_campaign', { all: true, search }, { campaign_id: id });
      }}
      look={whole.preview}
      act={async (body, { changed }) => {
        void whole.change(body, changed);
        onDone();
      }}
      submit={({ changed }) => `Add ${changed} ${changed === 1 ? 'lead' : 'leads'}`}
      fields={(errorOf) => (
        <>
          <Select
            label="Of the view"
            placeholder="None"
            data={views.map(({ id: value, name }) => ({ value, label: name }))}
            value={viewId}
            onChange={setViewId}
            searchable
            clearable
          />
          {!view && (
            <>
              <Choice
                name="tag"
                label="With the tag"
                data={tags.data?.tags.map(({ slug, name }) => ({ value: slug, label: name })) ?? []}
                clearable
                errorOf={errorOf}
              />
              <Field name="q" label="Found by" placeholder="Name, e-mail, phone, company" errorOf={errorOf} />
            </>
          )}
          <p className="quiet">Whoever is in another campaign leaves it.</p>
        </>
      )}
    >
      {(preview) => <Preview preview={preview} />}
    </LookFirst>
  );
}

/** Adds the leads of a view, of a tag, or those that words find. */
export function AddLeads({ id }: { id: string }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        Add leads
      </Button>
      <Modal opened={opened} onClose={close} title="Add leads">
        <div className="over form">{opened && <Dialog id={id} onDone={close} />}</div>
      </Modal>
    </>
  );
}
