import { Button, Modal, Select, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newKey, tellStale } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { asProblem, type Problem } from '../api/problem.js';
import { request } from '../api/request.js';
import { ProblemNote } from '../parts/problem-note.js';

const REST_MS = 300;
const NUMBER = new Intl.NumberFormat();

interface Filter {
  tags_any?: string;
  q?: string;
}

/** Puts all leads that fit into a campaign, page by page; what is in it already stays. */
async function addAll(id: string, filter: Filter, tell: (added: number) => void): Promise<void> {
  let added = 0;
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query: Filter & { limit: number; cursor?: string } = { ...filter, limit: 200, ...(cursor ? { cursor } : {}) };
    const { leads, pagination }: Answer<'listLeads'> = await request('listLeads', { query });
    const lead_ids = leads.map((lead) => lead.id);
    if (lead_ids.length > 0) {
      const answer = await request('addCampaignLeads', { params: { id }, body: { lead_ids } }, { key: newKey() });
      added += answer.added;
      tell(added);
    }
    cursor = pagination.next_cursor ?? undefined;
  }
}

/** Adds the leads of a tag, or those that words find. */
export function AddLeads({ id }: { id: string }) {
  const [opened, { open, close }] = useDisclosure();
  const [tag, setTag] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), REST_MS);
  const [added, setAdded] = useState<number>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const client = useQueryClient();
  const filter: Filter = { ...(tag ? { tags_any: tag } : {}), ...(q ? { q } : {}) };
  const count = useAsk('countLeads', { query: filter }, { when: opened });
  const tags = useAsk('listTags', { query: { limit: 200 } }, { when: opened });
  const add = async () => {
    setBusy(true);
    setProblem(undefined);
    setAdded(0);
    await addAll(id, filter, setAdded).catch((thrown) => setProblem(asProblem(thrown)));
    await tellStale(client, 'addCampaignLeads');
    setBusy(false);
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        Add leads
      </Button>
      <Modal opened={opened} onClose={close} title="Add leads">
        <div className="over form">
          <Select
            label="With the tag"
            placeholder="Any"
            data={tags.data?.tags.map(({ slug, name }) => ({ value: slug, label: name })) ?? []}
            value={tag}
            onChange={setTag}
            searchable
            clearable
          />
          <TextInput
            label="Found by"
            placeholder="Name, e-mail, phone, company"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          {count.data && (
            <p className="quiet" role="status">
              {NUMBER.format(count.data.count)}
              {count.data.capped && '+'} {count.data.count === 1 ? 'lead fits' : 'leads fit'}. Whoever is in another
              campaign leaves it.
            </p>
          )}
          {added !== undefined && <p role="status">{NUMBER.format(added)} added.</p>}
          {problem && <ProblemNote problem={problem} />}
          <Button loading={busy} disabled={!count.data?.count} onClick={() => void add()}>
            Add them
          </Button>
        </div>
      </Modal>
    </>
  );
}
