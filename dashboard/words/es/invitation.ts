/** The Spanish texts of `dashboard/invitation`. */

export const joinTheTeam = 'Únete al equipo';
export const joinTeam = 'Unirme al equipo';
export const thisInvitationLinkIsIncompleteOpen =
  'Este enlace de invitación está incompleto. Ábrelo exactamente como lo recibiste o pide otro.';
