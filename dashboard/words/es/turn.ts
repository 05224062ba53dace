import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/turn`. */

export const theAgentFollowedItsRulesNo = 'El agente siguió sus reglas. No se llamó a ningún modelo.';
export const callsOfModels = (models: string, calls: number) =>
  `${models}: ${plural(calls, { one: '# llamada', other: '# llamadas' })}, `;
export const inputTokens = (tokens: string) => `${tokens} tokens de entrada, `;
export const outputTokens = (tokens: string) => `${tokens} tokens de salida, `;
export const seconds = (seconds: string) => `${seconds} segundos, `;
export const inYourCurrency = (cost: string) => `${cost} en tu moneda.`;
export const page = (page: number) => `, página ${page}`;
export const score = (score: string) => `puntuación ${score}`;
export const corrected = 'Corregido';
export const allowed = 'Permitido';
export const refused = 'Rechazado';
export const applied = 'Aplicado';
export const wouldApply = 'Se aplicaría';
export const skipped = 'Omitido';
export const confident = (confidence: number) => `, ${confidence} % de confianza`;
export const draft = 'Borrador';
export const version = (version: number) => `Versión ${version}`;
export const variant = (variant: string) => `, variante ${variant}`;
export const inLabel = (language: string, confidence: string) => `, en ${language}${confidence}. `;
export const trigger = 'Desencadenante';
export const due = 'Vence ';
export const messageReceived = 'Mensaje recibido';
export const erased = 'Borrado';
export const reply = 'Respuesta';
export const knowledgeSources = 'Fuentes de conocimiento';
export const toolCalls = 'Llamadas a herramientas';
export const proposedChanges = 'Cambios propuestos';
export const changes = 'Cambios';
export const modelCalls = 'Llamadas a modelos';
export const sources = 'Fuentes';
export const calling = 'Llamando';
export const succeeded = 'Correcto';
export const discarded = 'Descartado';
export const canceled = 'Cancelado';
export const failed = 'Fallido';
export const aGuardBlockedTheReply = (reason: string) => `Una salvaguarda bloqueó la respuesta: ${reason}.`;
export const inputTokensCached = (tokens: number, cached: number) =>
  `${tokens} tokens de entrada (${cached} en caché); `;
export const outputTokensForReasoning = (tokens: number, reasoning: number) =>
  `${tokens} tokens de salida (${reasoning} para razonar); `;
export const ms = (latency: number, cost: string) => `${latency} ms, ${cost}`;
export const attempts = (attempts: number) => `, ${attempts} intentos`;
export const thePromptIsntAvailableItExpired = 'El prompt no está disponible. Ha caducado o no se guardó.';
export const untrustedData = 'datos no fiables';
export const output = 'Salida';
export const callVersion = (no: number, model: string, version: number) => `Llamada ${no}, ${model} versión ${version}`;
export const noReplyWithinTheTimeLimit = 'No hubo respuesta dentro del plazo.';
export const same = 'Igual';
export const different = (parts: string) => `Diferente: ${parts}`;
export const explainTheNewResult = 'Explicar el resultado nuevo';
export const differences = 'Diferencias';
export const allRepliesStayTheSame = 'Todas las respuestas son iguales.';
export const ofWouldDiffer = (differing: number, turns: number) =>
  `${differing} de ${plural(turns, { one: '# turno', other: '# turnos' })} serían diferentes.`;
export const replayedWithAtACostOf = (model: string, cost: string) => `Repetida con ${model} por ${cost}.`;
export const replayedWithTheAgentsRules = 'Repetida con las reglas del agente.';
export const timeRanOutBeforeTheEnd = ' Se agotó el tiempo antes del final de la conversación.';
export const replayTheLeadsMessagesUpTo =
  'Repite los mensajes del lead hasta el punto en que una persona tomó el control. No se guarda ni se envía nada, pero el uso del modelo se factura. Las horas de las reuniones reflejan la disponibilidad actual.';
export const version2 = 'Versión';
export const versionOriginal = (version: string) => `Versión ${version} (original)`;
export const version3 = (version: string) => `Versión ${version}`;
export const model = 'Modelo';
export const agentsSetting = 'El del agente';
export const rulesOnly = 'Solo reglas';
export const variant2 = 'Variante';
export const originalVariant = 'Variante original';
export const replay = 'Repetir';
export const turnDetails = 'Detalles del turno';
export const replayConversation = 'Repetir conversación';
export const trusted = 'fiable';
