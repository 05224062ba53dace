import { newId } from '../../../runtime/ids.js';
import { at, one, PUBLIC, type Requests, resource } from './ask.js';

export const campaignsRequests: Requests = {
  listCampaigns: at('/campaigns'),
  createCampaign: at('/campaigns', { name: 'Spring' }),
  getCampaign: resource((fixture) => fixture.campaign(), 'campaigns'),
  updateCampaign: resource((fixture) => fixture.campaign(), 'campaigns', { name: 'Summer' }),
  deleteCampaign: resource((fixture) => fixture.campaign(), 'campaigns'),
  addCampaignLeads: async (fixture) => ({
    path: `${PUBLIC}/campaigns/${await fixture.campaign()}/leads`,
    body: { lead_ids: [await fixture.lead()] },
  }),
  startCampaign: one(
    (fixture) => fixture.readyCampaign(),
    (id) => `/campaigns/${id}/start`,
  ),
  pauseCampaign: async (fixture) => {
    const id = await fixture.readyCampaign();
    await fixture.account.request('post', `/campaigns/${id}/start`).expect(200);
    return { path: `${PUBLIC}/campaigns/${id}/pause` };
  },
  listConversionTypes: at('/conversion-types'),
  createConversionType: async () => ({ path: `${PUBLIC}/conversion-types`, body: { name: `Sale ${newId()}` } }),
  getConversionType: resource((fixture) => fixture.conversionType(), 'conversion-types'),
  updateConversionType: resource((fixture) => fixture.conversionType(), 'conversion-types', { category: 'final' }),
  deleteConversionType: resource((fixture) => fixture.conversionType(), 'conversion-types'),
  listConversions: at('/conversions'),
  recordConversion: async (fixture) => ({
    path: `${PUBLIC}/conversions`,
    body: { conversion_type_id: await fixture.conversionType(), lead_id: await fixture.lead(), amount: 12.5 },
  }),
  getConversion: resource((fixture) => fixture.conversion(), 'conversions'),
  deleteConversion: resource((fixture) => fixture.conversion(), 'conversions'),
};
