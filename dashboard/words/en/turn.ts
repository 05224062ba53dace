import { plural } from '../plural.js';

/** The texts of `dashboard/turn`. */

export const theAgentFollowedItsRulesNo = 'The agent followed its rules. No model was called.';
export const callsOfModels = (models: string, calls: number) =>
  `${models}: ${plural(calls, { one: '# call', other: '# calls' })}, `;
export const inputTokens = (tokens: string) => `${tokens} input tokens, `;
export const outputTokens = (tokens: string) => `${tokens} output tokens, `;
export const seconds = (seconds: string) => `${seconds} seconds, `;
export const inYourCurrency = (cost: string) => `${cost} in your currency.`;
export const page = (page: number) => `, page ${page}`;
export const score = (score: string) => `score ${score}`;
export const corrected = 'Corrected';
export const allowed = 'Allowed';
export const refused = 'Refused';
export const applied = 'Applied';
export const wouldApply = 'Would apply';
export const skipped = 'Skipped';
export const confident = (confidence: number) => `, ${confidence}% confident`;
export const draft = 'Draft';
export const version = (version: number) => `Version ${version}`;
export const variant = (variant: string) => `, variant ${variant}`;
export const inLabel = (language: string, confidence: string) => `, in ${language}${confidence}. `;
export const trigger = 'Trigger';
export const due = 'Due ';
export const messageReceived = 'Message received';
export const erased = 'Erased';
export const reply = 'Reply';
export const knowledgeSources = 'Knowledge sources';
export const toolCalls = 'Tool calls';
export const proposedChanges = 'Proposed changes';
export const changes = 'Changes';
export const modelCalls = 'Model calls';
export const sources = 'Sources';
export const calling = 'Calling';
export const succeeded = 'Succeeded';
export const discarded = 'Discarded';
export const canceled = 'Canceled';
export const failed = 'Failed';
export const aGuardBlockedTheReply = (reason: string) => `A guard blocked the reply: ${reason}.`;
export const inputTokensCached = (tokens: number, cached: number) => `${tokens} input tokens (${cached} cached); `;
export const outputTokensForReasoning = (tokens: number, reasoning: number) =>
  `${tokens} output tokens (${reasoning} for reasoning); `;
export const ms = (latency: number, cost: string) => `${latency} ms, ${cost}`;
export const attempts = (attempts: number) => `, ${attempts} attempts`;
export const thePromptIsntAvailableItExpired = 'The prompt isn’t available. It expired or wasn’t stored.';
export const untrustedData = 'untrusted data';
export const output = 'Output';
export const callVersion = (no: number, model: string, version: number) => `Call ${no}, ${model} version ${version}`;
export const noReplyWithinTheTimeLimit = 'No reply within the time limit.';
export const same = 'Same';
export const different = (parts: string) => `Different: ${parts}`;
export const explainTheNewResult = 'Explain the new result';
export const differences = 'Differences';
export const allRepliesStayTheSame = 'All replies stay the same.';
export const ofWouldDiffer = (differing: number, turns: number) =>
  `${differing} of ${plural(turns, { one: '# turn', other: '# turns' })} would differ.`;
export const replayedWithAtACostOf = (model: string, cost: string) => `Replayed with ${model} at a cost of ${cost}.`;
export const replayedWithTheAgentsRules = 'Replayed with the agent’s rules.';
export const timeRanOutBeforeTheEnd = ' Time ran out before the end of the conversation.';
export const replayTheLeadsMessagesUpTo =
  'Replay the lead’s messages, up to the point where a user took over. Nothing is saved or sent, but model usage is billed. Meeting times reflect current availability.';
export const version2 = 'Version';
export const versionOriginal = (version: string) => `Version ${version} (original)`;
export const version3 = (version: string) => `Version ${version}`;
export const model = 'Model';
export const agentsSetting = 'Agent’s setting';
export const rulesOnly = 'Rules only';
export const variant2 = 'Variant';
export const originalVariant = 'Original variant';
export const replay = 'Replay';
export const turnDetails = 'Turn details';
export const replayConversation = 'Replay conversation';
export const trusted = 'trusted';
