/** The texts of `dashboard/functions`. */

export const exportDefaultAsyncFunctionCtxSvc =
  "export default async function (ctx, svc) {\n  const lead = ctx.lead;\n  svc.log.info('Looking at a lead', { id: ctx.lead_id });\n  if ((lead?.metadata?.budget ?? 0) >= 5000) await svc.tags.add(ctx.lead_id, ['big']);\n  return { budget: lead?.metadata?.budget ?? null };\n}\n";
export const newFunction = 'New function';
export const createFunction = 'Create function';
export const nameLabel = 'Name';
export const startFrom = 'Start from';
export const tagsLeadsWithALargeBudget = 'Tags leads with a large budget.';
export const minimalExample = 'Minimal example';
export const functions = 'Functions';
export const noFunctionsYet = 'No functions yet';
export const aFunctionIsAShortTypescript =
  'A function is a short TypeScript program that reads and updates leads. It runs on a schedule, on an event, from a job or from an agent.';
export const seeTheGuideForExamples = 'See the guide for examples';
export const version = (version: number) => `Version ${version}`;
export const lastRun = '· last run ';
export const notDeployed = 'Not deployed';
export const active = 'Active';
export const inactive = 'Inactive';
