/** The texts of `dashboard/invitation`. */

export const joinTheTeam = 'Join the team';
export const joinTeam = 'Join team';
export const thisInvitationLinkIsIncompleteOpen =
  'This invitation link is incomplete. Open the link exactly as you received it, or ask for a new one.';
