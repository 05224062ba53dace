import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useAsk } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { Icon } from '../parts/icons.js';
import { nameOf } from '../parts/name-of.js';
import { RAIL } from '../rail.js';
import { actsLike, actsOnPage } from './acts.js';
import { commandsFor, namedLike } from './commands.js';

const KEYS_MS = 200;
const MOST = 8;

interface Named {
  id: string;
  name: string;
}

/** What people have named, where each stands, and what it is. */
function useNamed(when: boolean): { to: string; about: string; rows: readonly Named[] }[] {
  const may = useMay();
  const query = { limit: 200 };
  const agents = useAsk(
    'listWorkflows',
    { query: { ...query, is_active: 'all' } },
    { when: when && may('workflows:read') },
  );
  const jobs = useAsk('listBackgroundJobs', { query }, { when: when && may('background_jobs:read') });
  const functions = useAsk('listCloudFunctions', { query }, { when: when && may('functions:read') });
  const campaigns = useAsk('listCampaigns', { query }, { when: when && may('campaigns:read') });
  return [
    { to: '/agents', about: 'Agent', rows: agents.data?.workflows ?? [] },
    { to: '/jobs', about: 'Job', rows: jobs.data?.data ?? [] },
    { to: '/functions', about: 'Function', rows: functions.data?.functions ?? [] },
    { to: '/campaigns', about: 'Campaign', rows: campaigns.data?.campaigns ?? [] },
  ];
}

interface Found {
  key: string;
  name: string;
  about: string;
  go: () => void;
}

function useFound(typed: string, onDone: () => void): Found[] {
  const may = useMay();
  const navigate = useNavigate();
  const [words] = useDebouncedValue(typed.trim(), KEYS_MS);
  const leads = useAsk(
    'listLeads',
    { query: { q: words, limit: MOST } as never },
    { when: words.length > 1 && may('leads:read') },
  );
  const isAsked = words.length > 1;
  const named = useNamed(isAsked);
  const [here] = useState(actsOnPage);
  const acts = actsLike(typed, here).map(({ name, go }, index) => ({
    ...{ key: `act-${index}`, name, about: 'On this page' },
    go: () => {
      onDone();
      go();
    },
  }));
  const places = commandsFor(typed, may, RAIL)
    .slice(0, MOST)
    .map(({ to, name }) => ({
      ...{ key: to, name, about: 'Page' },
      go: () => {
        onDone();
        void navigate({ to });
      },
    }));
  const people = (isAsked ? (leads.data?.leads ?? []) : []).map((lead) => ({
    ...{ key: lead.id, name: nameOf(lead), about: lead.company ?? lead.email ?? 'Lead' },
    go: () => {
      onDone();
      void navigate({ to: '/leads/$id', params: { id: lead.id } });
    },
  }));
  const things = namedLike(words, isAsked ? named : [])
    .slice(0, MOST)
    .map(({ to, id, name, about }) => ({
      ...{ key: id, name, about },
      go: () => {
        onDone();
        void navigate({ to: `${to}/${id}` });
      },
    }));
  return [...acts, ...places, ...things, ...people];
}

function Search({ onDone }: { onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const found = useFound(typed, onDone);
  const at = Math.min(place, Math.max(0, found.length - 1));
  const pressed = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by) {
      event.preventDefault();
      setPlace((at + by + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      found[at]?.go();
    }
  };
  return (
    <>
      <TextInput
        role="combobox"
        aria-label="Search and commands"
        aria-expanded
        aria-controls="palette"
        aria-activedescendant={found[at] ? `palette-${at}` : undefined}
        placeholder="A page, an agent or job, a lead by name, e-mail, company"
        leftSection={<Icon name="search" size={16} />}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={pressed}
      />
      <div className="found" id="palette" role="listbox" aria-label="Found">
        {found.map(({ key, name, about, go }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above, which keeps the focus.
          <div
            key={key}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className="found-row"
            onClick={go}
          >
            <span className="grow cut">{name}</span>
            <span className="faint">{about}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="quiet">Nothing is called so.</p>}
    </>
  );
}

/** Leads to any page, to what people have named, and to any lead, by a few letters. */
export const Palette = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Modal opened={opened} onClose={onClose} title="Go to" yOffset="10vh" centered={false}>
    {opened && <Search onDone={onClose} />}
  </Modal>
);
