import { useSession } from '../../api/session.js';
import { Copyable } from '../../components/secret-once.js';
import * as words from '../../words/en/widget.js';
import type { Widget } from './use-widget.js';
import { snippetOf } from './widget-snippet.js';

/** The required policy of a page. It includes frames only if the chat uses one. */
const policyOf = (origin: string): string =>
  ['script-src', 'connect-src', 'img-src', 'frame-src'].map((directive) => `${directive} ${origin}`).join('; ');

/** The snippet that a page needs to show the chat. */
export function WidgetInstall({ widget }: { widget: Widget }) {
  const { service } = useSession();
  return (
    <section className="card" aria-label={words.installation}>
      <header className="card-head">
        <h2>{words.installation}</h2>
        <a href="docs/widget">{words.seeTheGuide}</a>
      </header>
      <div className="card-body stack-close">
        <p className="quiet">
          {widget.allowed_domains.length === 0 ? words.addAnAllowedDomainUntilThen : words.addThisLineToEachPage}
        </p>
        <Copyable value={snippetOf(service.public_url, widget.key)} label={words.copySnippet} />
        <p className="quiet">{words.ifYourPageHasAContent}</p>
        <Copyable value={policyOf(new URL(service.public_url).origin)} label={words.copyPolicy} />
      </div>
    </section>
  );
}
