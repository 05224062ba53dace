/** The Spanish texts of `dashboard/models`. */

export const model = 'Modelo';
export const apiKey = 'Clave de API';
export const aKeyIsStoredEnterA = 'Hay una clave guardada. Introduce otra para sustituirla.';
export const storedEncryptedAndNeverShownAgain = 'Se guarda cifrada y no se vuelve a mostrar.';
export const prices = 'Precios';
export const saveModel = 'Guardar modelo';
export const addModel = 'Añadir modelo';
export const usageInTheLast30Days = 'Uso en los últimos 30 días';
export const noModelCallsInTheLast = 'No hay llamadas a modelos en los últimos 30 días.';
export const day = 'Día';
export const turns = 'Turnos';
export const calls = 'Llamadas';
export const failed = 'Fallidas';
export const tokens = 'Tokens';
export const cost = 'Coste';
export const totalInYourCurrency = (cost: string) => `Total: ${cost} en tu moneda`;
export const at = (model: string, server: string) => `${model} en ${server}`;
export const apiKeyStored = 'Clave de API guardada';
export const noApiKey = 'Sin clave de API';
export const edit = 'Editar';
export const remove = 'Quitar';
export const removeModel = 'Quitar modelo';
export const andItsApiKeyAreDeleted = (name: string) =>
  `“${name}” y su clave de API se eliminan. No puedes quitar un modelo mientras un agente lo use.`;
export const models = 'Modelos';
export const noModelsYet = 'Aún no hay modelos';
export const addAnyServerThatSupportsThe =
  'Añade cualquier servidor compatible con la API de chat completions de OpenAI, de un proveedor o tuyo. Sin modelo, los agentes siguen solo sus reglas.';
export const seeTheGuide = 'Consulta la guía';
export const editModel = 'Editar modelo';
