/** A former host of a meeting, with the data of its invitations. */
export interface FormerHost {
  host_id: string;
  name: string;
  email: string;
  /** The time that was agreed with this host. */
  starts_at: string;
  ends_at: string;
  /** The number under which its invitation is withdrawn, above all that it was sent with. */
  sequence: number;
  /** The time when the next host took over. */
  until: string;
}

const UID = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:-\d{1,9})?$/i;

/**
 * Returns the UID of a meeting's invitations, by how many hosts held it before the one who invites: calendar programs
 * bind a UID to its organizer, so that each host has one of their own. The first is the meeting's id.
 */
export const invitationUid = (meetingId: string, handOvers: number): string =>
  handOvers === 0 ? meetingId : `${meetingId}-${handOvers}`;

/**
 * Returns the id of the meeting that an entry with this UID would be, whichever host invited; undefined for a UID that
 * none of ours can have.
 */
export const meetingIdOfUid = (uid: string): string | undefined => UID.exec(uid)?.[1]?.toLowerCase();
