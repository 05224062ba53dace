import { recordConversion } from '../../campaigns/conversions.js';
import { type ApplyToLead, DONE } from '../effect.js';

/** Records a success of the lead. */
export const applyRecordConversion: ApplyToLead<'record_conversion'> = async (work, target, effect, { origin }) => {
  const { conversion_type_id, amount, currency } = effect.params;
  const recorded = await recordConversion(work, {
    accountId: target.account.id,
    leadId: target.leadId,
    typeId: conversion_type_id.toLowerCase(),
    amount,
    currency,
    origin,
  });
  return recorded.ok ? DONE : { skipped: recorded.problem.message };
};
