import { ActionIcon, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Lead } from '../../../schemas/leads/leads.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Icon } from '../../components/icons.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/lead.js';

/** The tags of a lead, which anybody who works with it adds and takes off. */
export function LeadTags({ lead }: { lead: Lead }) {
  const may = usePermission();
  const sync = useApiMutation('syncLeadTags');
  const [name, setName] = useState('');
  const names = lead.tags.map((tag) => tag.name);
  const set = (tags: string[]) => sync.mutateAsync({ body: { lead_id: lead.id, tags } }).catch(() => undefined);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) await set([...names, name.trim()]);
    setName('');
  };
  return (
    <section className="card" aria-labelledby="tags">
      <header className="card-head">
        <h2 id="tags">{words.tags}</h2>
      </header>
      <div className="card-body row">
        {lead.tags.map((tag) => (
          <span key={tag.id} className="tag">
            <span className="cut">{tag.name}</span>
            {may('leads:write') && (
              <ActionIcon
                variant="transparent"
                size={24}
                color="gray"
                aria-label={words.removeTag(tag.name)}
                onClick={() => set(names.filter((each) => each !== tag.name))}
              >
                <Icon name="x" size={14} />
              </ActionIcon>
            )}
          </span>
        ))}
        {may('leads:write') && (
          <form onSubmit={add}>
            <TextInput
              size="xs"
              aria-label={words.addTag}
              placeholder={words.addTag}
              maxLength={64}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              disabled={sync.isPending}
            />
          </form>
        )}
        {sync.problem && <ProblemNote problem={sync.problem} />}
      </div>
    </section>
  );
}
