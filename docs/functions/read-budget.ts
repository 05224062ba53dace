/** Reads a budget out of what people write ("9k", "15.000 €", "1.5m") and keeps it as a captured field. */
const FACTORS: Record<string, number> = { '': 1, k: 1_000, m: 1_000_000 };

function amountOf(text: string): number | undefined {
  const match = /(\d[\d.,]*)\s*([km]?)/i.exec(text);
  if (!match) return undefined;
  const [, digits, unit] = match;
  // Three digits after the last separator are thousands, fewer are a fraction.
  const plain = /[.,]\d{3}$/.test(digits) ? digits.replace(/[.,]/g, '') : digits.replace(/,/g, '.');
  return Number.parseFloat(plain) * FACTORS[unit.toLowerCase()];
}

export default async function (ctx: FunctionContext, svc: Svc) {
  const amount = amountOf(String(ctx.lead.metadata.budget));
  if (amount === undefined || Number.isNaN(amount)) {
    svc.log.warn('no amount in it', { budget: ctx.lead.metadata.budget });
    return;
  }
  await svc.fields.set(ctx.lead_id, 'budget', amount, { confidence: 0.9 });
  return { amount };
}
