/** The texts of `dashboard/words/roles.ts`. */

export const roleOwner = 'Owner';
export const roleOwnerMeans = 'Manages everything, including other owners.';
export const roleAdmin = 'Admin';
export const roleAdminMeans = 'Configures agents, senders, members and API keys.';
export const roleOperator = 'Operator';
export const roleOperatorMeans = 'Works with leads: replies, takes over, books meetings and imports.';
export const roleViewer = 'Viewer';
export const roleViewerMeans = 'Views everything. Can’t make changes.';
