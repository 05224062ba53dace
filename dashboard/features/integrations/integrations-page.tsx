import { usePermission, useSession } from '../../api/session.js';
import { Page } from '../../components/page.js';
import { Copyable } from '../../components/secret-once.js';
import * as words from '../../words/en/integrations.js';
import { ApiKeys } from './api-keys.js';
import { IntegrationTabs } from './integration-tabs.js';
import { SigningSecrets } from './signing-secrets.js';
import { WidgetList } from './widget-list.js';

/** The access of other systems and websites. */
export function IntegrationsPage() {
  const may = usePermission();
  const { service } = useSession();
  return (
    <Page title={words.integrations}>
      <IntegrationTabs />
      <div className="stack">
        {may('keys:manage') && <ApiKeys />}
        <section className="card" aria-labelledby="address">
          <header className="card-head">
            <h2 id="address">{words.apiUrl}</h2>
            <a href="docs">{words.apiReference}</a>
          </header>
          <div className="card-body">
            <Copyable value={`${service.public_url.replace(/\/+$/, '')}/api/public`} label={words.copyApiUrl} />
          </div>
        </section>
        {may('widgets:read') && <WidgetList />}
        {may('background_jobs:read') && <SigningSecrets mayChange={may('background_jobs:write')} />}
      </div>
    </Page>
  );
}
