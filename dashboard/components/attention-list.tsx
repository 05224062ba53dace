import { Link, useLocation } from '@tanstack/react-router';
import { Children, type ReactNode, useId } from 'react';
import type { AttentionItem, AttentionKind } from '../../schemas/operations/attention.js';
import { usePermission } from '../api/session.js';
import { useApiQuery } from '../api/use-api-query.js';
import { capitalize } from '../words/capitalize.js';
import * as words from '../words/en/home.js';
import { actionsOf, placesOf } from '../words/help.js';
import { translated } from '../words/sentences.js';
import { ActionButton } from './action-button.js';
import { Icon } from './icons.js';
import { QueryBoundary } from './query-boundary.js';
import { Timestamp } from './time/timestamp.js';

const EVERY_MS = 30_000;

interface ItemProps {
  item: AttentionItem;
  mayAct: boolean;
  /** True if the user manages the account, and with it what is behind. */
  manages: boolean;
}

function Item({ item, mayAct, manages }: ItemProps) {
  const { pathname } = useLocation();
  return (
    <li className="need">
      <span className="need-mark">
        <Icon name="alert-triangle" />
      </span>
      <div className="grow">
        <div className="row">
          <strong>{capitalize(translated(item.title))}</strong>
          {item.lead && (
            <Link to="/leads/$id" params={{ id: item.lead.id }}>
              {item.lead.name}
            </Link>
          )}
          <span className="faint">
            <Timestamp at={item.since} />
          </span>
        </div>
        <p className="quiet">{translated(item.detail)}</p>
        <div className="row need-actions">
          {mayAct &&
            actionsOf(item, manages).map((action) => <ActionButton key={JSON.stringify(action)} {...action} />)}
          {placesOf(item, manages)
            .filter(({ to }) => to !== pathname)
            .map(({ to, label }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          {item.subject.type === 'conversation' && (
            <Link to="/inbox" search={{ entry: item.lead?.id ?? item.id }}>
              {words.openInInbox}
            </Link>
          )}
          {item.temporal_url && (
            <a href={item.temporal_url} target="_blank" rel="noopener noreferrer">
              {words.openInTemporal}
            </a>
          )}
        </div>
      </div>
    </li>
  );
}

interface Props {
  title: string;
  /** Only these; all if not given. */
  kinds?: readonly AttentionKind[];
  /** The maximum number of items of each kind. */
  limit: number;
  /** The text if there is nothing. */
  calm: string;
  /** Further rows, before the items. */
  children?: ReactNode;
}

/** Items that need a person, each with its immediate actions. */
export function AttentionList({ title, kinds, limit, calm, children }: Props) {
  const further = Children.toArray(children);
  const may = usePermission();
  const query = { limit, ...(kinds ? { kinds: kinds.join(',') } : {}) };
  const attention = useApiQuery('listAttention', { query }, { everyMs: EVERY_MS });
  const rights = { mayAct: may('automation:write'), manages: may('keys:manage') };
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <header className="card-head">
        <h2 id={id}>{title}</h2>
      </header>
      <QueryBoundary query={attention}>
        {({ attention: items }) =>
          items.length + further.length === 0 ? (
            <p className="calm">
              <Icon name="check" /> {calm}
            </p>
          ) : (
            <ul>
              {further}
              {items.map((item) => (
                <Item key={`${item.kind} ${item.id}`} item={item} {...rights} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </section>
  );
}
