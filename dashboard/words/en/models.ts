/** The texts of `dashboard/models`. */

export const model = 'Model';
export const apiKey = 'API key';
export const aKeyIsStoredEnterA = 'A key is stored. Enter a new one to replace it.';
export const storedEncryptedAndNeverShownAgain = 'Stored encrypted and never shown again.';
export const prices = 'Prices';
export const saveModel = 'Save model';
export const addModel = 'Add model';
export const usageInTheLast30Days = 'Usage in the last 30 days';
export const noModelCallsInTheLast = 'No model calls in the last 30 days.';
export const day = 'Day';
export const turns = 'Turns';
export const calls = 'Calls';
export const failed = 'Failed';
export const tokens = 'Tokens';
export const cost = 'Cost';
export const totalInYourCurrency = (cost: string) => `Total: ${cost} in your currency`;
export const at = (model: string, server: string) => `${model} at ${server}`;
export const apiKeyStored = 'API key stored';
export const noApiKey = 'No API key';
export const edit = 'Edit';
export const remove = 'Remove';
export const removeModel = 'Remove model';
export const andItsApiKeyAreDeleted = (name: string) =>
  `“${name}” and its API key are deleted. You can’t remove a model while an agent uses it.`;
export const models = 'Models';
export const noModelsYet = 'No models yet';
export const addAnyServerThatSupportsThe =
  'Add any server that supports the OpenAI chat completions API, from a provider or your own. Without a model, agents follow their rules only.';
export const seeTheGuide = 'See the guide';
export const editModel = 'Edit model';
