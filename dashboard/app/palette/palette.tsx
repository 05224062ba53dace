import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { usePermission } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Icon } from '../../components/icons.js';
import { nameOf } from '../../components/name-of.js';
import * as labels from '../../words/en/palette.js';
import { RAIL } from '../rail.js';
import { commandsFor, namedLike } from './commands.js';
import { matchingActions, pageActions } from './page-actions.js';

const KEYS_MS = 200;
const MOST = 8;

interface Named {
  id: string;
  name: string;
}

/** The named items of the account, each with its path and type. */
function useNamed(when: boolean): { to: string; about: string; rows: readonly Named[] }[] {
  const may = usePermission();
  const query = { limit: 200 };
  const agents = useApiQuery(
    'listWorkflows',
    { query: { ...query, is_active: 'all' } },
    { enabled: when && may('workflows:read') },
  );
  const jobs = useApiQuery('listBackgroundJobs', { query }, { enabled: when && may('background_jobs:read') });
  const functions = useApiQuery('listCloudFunctions', { query }, { enabled: when && may('functions:read') });
  const campaigns = useApiQuery('listCampaigns', { query }, { enabled: when && may('campaigns:read') });
  return [
    { to: '/agents', about: labels.agent, rows: agents.data?.workflows ?? [] },
    { to: '/jobs', about: labels.job, rows: jobs.data?.data ?? [] },
    { to: '/functions', about: labels.functionLabel, rows: functions.data?.functions ?? [] },
    { to: '/campaigns', about: labels.campaign, rows: campaigns.data?.campaigns ?? [] },
  ];
}

interface Found {
  key: string;
  name: string;
  about: string;
  go: () => void;
}

function useFound(typed: string, onDone: () => void): Found[] {
  const may = usePermission();
  const navigate = useNavigate();
  const [words] = useDebouncedValue(typed.trim(), KEYS_MS);
  const leads = useApiQuery(
    'listLeads',
    { query: { q: words, limit: MOST } },
    { enabled: words.length > 1 && may('leads:read') },
  );
  const isAsked = words.length > 1;
  const named = useNamed(isAsked);
  const [here] = useState(pageActions);
  const acts = matchingActions(typed, here).map(({ name, go }, index) => ({
    key: `act-${index}`,
    name,
    about: labels.onThisPage,
    go: () => {
      onDone();
      go();
    },
  }));
  const places = commandsFor(typed, may, RAIL)
    .slice(0, MOST)
    .map(({ to, name }) => ({
      key: to,
      name,
      about: labels.page,
      go: () => {
        onDone();
        void navigate({ to });
      },
    }));
  const people = (isAsked ? (leads.data?.leads ?? []) : []).map((lead) => ({
    key: lead.id,
    name: nameOf(lead),
    about: lead.company ?? lead.email ?? labels.lead,
    go: () => {
      onDone();
      void navigate({ to: '/leads/$id', params: { id: lead.id } });
    },
  }));
  const things = namedLike(words, isAsked ? named : [])
    .slice(0, MOST)
    .map(({ to, id, name, about }) => ({
      key: id,
      name,
      about,
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
        aria-label={labels.searchAndCommands}
        aria-expanded
        aria-controls="palette"
        aria-activedescendant={found[at] ? `palette-${at}` : undefined}
        placeholder={labels.searchPagesAgentsJobsAndLeads}
        leftSection={<Icon name="search" size={16} />}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={pressed}
      />
      <div className="found" id="palette" role="listbox" aria-label={labels.results}>
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
      {found.length === 0 && <p className="quiet">{labels.noResults}</p>}
    </>
  );
}

/** Leads to any page, to what people have named, and to any lead, by a few letters. */
export const Palette = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Modal opened={opened} onClose={onClose} title={labels.goTo} yOffset="10vh" centered={false}>
    {opened && <Search onDone={onClose} />}
  </Modal>
);
