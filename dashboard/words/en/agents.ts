/** The texts of `dashboard/agents`. */
import { plural } from '../plural.js';

export const newAgent = 'New agent';
export const createAgent = 'Create agent';
export const nameLabel = 'Name';
export const solarOffers = 'Solar offers';
export const template = 'Template';
export const agents = 'Agents';
export const noAgentsYet = 'No agents yet';
export const anAgentFollowsACadenceIt =
  'An agent follows a cadence: it writes to leads, waits, branches and answers. Create one from a template.';
export const version = (version: number) => ` · version ${version}`;
export const threeEmails = 'Three emails';
export const anOfferAReminderAndA = 'An offer, a reminder and a final email. Stops when the lead replies.';
export const yourOffer = 'Your offer, {{ lead.first_name }}';
export const helloThankYouForYourInterest =
  'Hello {{ lead.first_name }},\n\nthank you for your interest. Shall we talk?';
export const aSecondTry = 'A second try';
export const helloHaveYouHadTimeTo = 'Hello {{ lead.first_name }},\n\nhave you had time to look at it?';
export const aLastWord = 'A last word';
export const helloIWontWriteAgainUnless = 'Hello {{ lead.first_name }},\n\nI won’t write again unless you answer.';
export const noAnswer = 'No answer';
export const byInterest = 'By interest';
export const anEmailThenAFollowUp = 'An email, then a follow-up that depends on whether the lead clicked.';
export const haveALook = 'Have a look, {{ lead.first_name }}';
export const helloHereIsWhatWeDo = 'Hello {{ lead.first_name }},\n\nhere is what we do: https://example.com';
export const shallWeMeet = 'Shall we meet?';
export const helloWhenWouldYouHaveHalf = 'Hello {{ lead.first_name }},\n\nwhen would you have half an hour?';
export const stillThere = 'Still there?';
export const helloIsThisStillOfInterest = 'Hello {{ lead.first_name }},\n\nis this still of interest?';
export const singleStep = 'Single step';
export const aSingleEmailToStartWith = 'A single email to start with.';
export const hello = 'Hello {{ lead.first_name }}';
export const hello2 = 'Hello {{ lead.first_name }},';
export const notPublished = 'Not published';
export const inactive = 'Inactive';
export const paused = 'Paused';
export const active = 'Active';
export const step = (steps: number) => plural(steps, { one: '# step', other: '# steps' });
