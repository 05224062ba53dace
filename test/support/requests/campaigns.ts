import { newId } from '../../../runtime/ids.js';
import { at, one, PUBLIC, type Requests, resource } from './ask.js';

export const campaignsRequests: Requests = {
  listCampaigns: at('/campaigns'),
  createCampaign: at('/campaigns', { name: 'Spring' }),
  getCampaign: resource((world) => world.campaign(), 'campaigns'),
  updateCampaign: resource((world) => world.campaign(), 'campaigns', { name: 'Summer' }),
  deleteCampaign: resource((world) => world.campaign(), 'campaigns'),
  addCampaignLeads: async (world) => ({
    path: `${PUBLIC}/campaigns/${await world.campaign()}/leads`,
    body: { lead_ids: [await world.lead()] },
  }),
  startCampaign: one(
    (world) => world.readyCampaign(),
    (id) => `/campaigns/${id}/start`,
  ),
  pauseCampaign: async (world) => {
    const id = await world.readyCampaign();
    await world.account.request('post', `/campaigns/${id}/start`).expect(200);
    return { path: `${PUBLIC}/campaigns/${id}/pause` };
  },
  listConversionTypes: at('/conversion-types'),
  createConversionType: async () => ({ path: `${PUBLIC}/conversion-types`, body: { name: `Sale ${newId()}` } }),
  getConversionType: resource((world) => world.conversionType(), 'conversion-types'),
  updateConversionType: resource((world) => world.conversionType(), 'conversion-types', { category: 'final' }),
  deleteConversionType: resource((world) => world.conversionType(), 'conversion-types'),
  listConversions: at('/conversions'),
  recordConversion: async (world) => ({
    path: `${PUBLIC}/conversions`,
    body: { conversion_type_id: await world.conversionType(), lead_id: await world.lead(), amount: 12.5 },
  }),
  getConversion: resource((world) => world.conversion(), 'conversions'),
  deleteConversion: resource((world) => world.conversion(), 'conversions'),
};
