/** The Spanish texts of `dashboard/functions`. */

export const exportDefaultAsyncFunctionCtxSvc =
  "export default async function (ctx, svc) {\n  const lead = ctx.lead;\n  svc.log.info('Revisando un lead', { id: ctx.lead_id });\n  if ((lead?.metadata?.budget ?? 0) >= 5000) await svc.tags.add(ctx.lead_id, ['big']);\n  return { budget: lead?.metadata?.budget ?? null };\n}\n";
export const newFunction = 'Nueva función';
export const createFunction = 'Crear función';
export const nameLabel = 'Nombre';
export const startFrom = 'Empezar desde';
export const tagsLeadsWithALargeBudget = 'Etiqueta los leads con un presupuesto alto.';
export const minimalExample = 'Ejemplo mínimo';
export const functions = 'Funciones';
export const noFunctionsYet = 'Aún no hay funciones';
export const aFunctionIsAShortTypescript =
  'Una función es un programa corto de TypeScript que lee y actualiza leads. Se ejecuta según una programación, con un evento, desde un trabajo o desde un agente.';
export const seeTheGuideForExamples = 'Consulta ejemplos en la guía';
export const version = (version: number) => `Versión ${version}`;
export const lastRun = '· última ejecución ';
export const notDeployed = 'Sin desplegar';
export const active = 'Activa';
export const inactive = 'Inactiva';
