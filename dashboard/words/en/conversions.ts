/** The texts of `dashboard/conversions`. */
import { plural } from '../plural.js';

export const aLead = 'A lead';
export const attributedTo = (agent: string) => `attributed to ${agent}`;
export const ofLabel = (type: string, lead: string) => `${type} of ${lead}`;
export const itNoLongerCountsInReports = 'It no longer counts in reports. Changes that it caused aren’t undone.';
export const conversionType = 'Conversion type';
export const allTypes = 'All types';
export const conversion = (conversions: number) => plural(conversions, { one: '# conversion', other: '# conversions' });
export const conversions = 'Conversions';
export const noConversionsYet = 'No conversions yet';
export const recordAConversionHereOrSend =
  'Record a conversion here, or send conversions from your systems through the API.';
export const recordConversion = 'Record conversion';
export const saveConversion = 'Save conversion';
export const lead = 'Lead';
export const addAConversionTypeFirst = 'Add a conversion type first';
export const amount = 'Amount';
export const currency = 'Currency';
export const eur = 'EUR';
export const date = 'Date';
export const leaveEmptyForNow = 'Leave empty for now.';
export const notes = 'Notes';
export const saveChanges = 'Save changes';
export const createType = 'Create type';
export const final = 'Final';
export const intermediate = 'Intermediate';
export const edit = (type: string) => `Edit ${type}`;
export const edit2 = 'Edit';
export const itCanNoLongerBeRecorded = 'It can no longer be recorded. A type that has conversions can’t be removed.';
export const conversionTypes = 'Conversion types';
export const addType = 'Add type';
export const noConversionTypesYetAddOne = 'No conversion types yet. Add one, such as an order or a signed contract.';
export const addConversionType = 'Add conversion type';
export const editConversionType = 'Edit conversion type';
