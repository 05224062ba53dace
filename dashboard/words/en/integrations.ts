/** The texts of `dashboard/integrations`. */
import { plural } from '../plural.js';

export const fullAccess = 'Full access';
export const scope = (scopes: number) => plural(scopes, { one: '# scope', other: '# scopes' });
export const created = 'Created ';
export const lastUsed = 'last used ';
export const neverUsed = 'never used';
export const regenerate = 'Regenerate';
export const revoke = 'Revoke';
export const revokeKey = 'Revoke key';
export const requestsThatUseAreRejected = (name: string) => `Requests that use “${name}” are rejected immediately.`;
export const getsANewKeyWhichIs = (name: string) =>
  `“${name}” gets a new key, which is shown once. The current key stops working immediately.`;
export const apiKeys = 'API keys';
export const noApiKeysYet = 'No API keys yet';
export const createAKeySoThatYour = 'Create a key so that your systems can send leads and receive results.';
export const yourApiKey = 'Your API key';
export const theKeyIsShownOnlyOnce =
  'The key is shown only once. Store it securely. Later you see only its first and last characters.';
export const integrationEverythingExceptEditing = 'Integration (everything except editing functions)';
export const aiClientReadSendMessagesBook = 'AI client (read, send messages, book meetings)';
export const readOnly = 'Read only';
export const custom = 'Custom';
export const newKey = 'New key';
export const newApiKey = 'New API key';
export const createKey = 'Create key';
export const nameLabel = 'Name';
export const crm = 'CRM';
export const permissions = 'Permissions';
export const scopes = 'Scopes';
export const newWidget = 'New widget';
export const createWidget = 'Create widget';
export const shop = 'Shop';
export const agent = 'Agent';
export const allowedDomains = 'Allowed domains';
export const forExampleWwwExampleComOr = 'For example www.example.com or *.example.com. Use localhost for development.';
export const identitySecret = 'Identity secret';
export const yourServerUsesItToSign =
  'Your server uses it to sign the identity of signed-in visitors. It’s shown only once. You can generate a new one later.';
export const integrations = 'Integrations';
export const apiUrl = 'API URL';
export const apiReference = 'API reference';
export const copyApiUrl = 'Copy API URL';
export const replace = (name: string) => `Replace ${name}`;
export const addSecret = 'Add secret';
export const saveSecret = 'Save secret';
export const value = 'Value';
export const storedEncryptedAndNeverShownAgain = 'Stored encrypted and never shown again.';
export const updated = 'updated ';
export const jobsThatSignRequestsWithIt =
  'Jobs that sign requests with it fail until you add a secret with the same name.';
export const webhookSigningSecrets = 'Webhook signing secrets';
export const noSecretsYetAddOneSo = 'No secrets yet. Add one so that your server can verify the web requests of jobs.';
export const chatWidgets = 'Chat widgets';
export const noChatWidgetsYetWithA = 'No chat widgets yet. With a widget, an agent answers on your website. ';
export const seeTheGuide = 'See the guide';
export const active = 'Active';
export const inactive = 'Inactive';
export const on = (domains: string) => `On ${domains}`;
export const noAllowedDomainsYetSoIt = 'No allowed domains yet, so it doesn’t appear on any page.';
export const copyEmbedCodeOf = (widget: string) => `Copy embed code of ${widget}`;
