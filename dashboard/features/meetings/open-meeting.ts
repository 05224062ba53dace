/** Returns whether a meeting is still to take place, so that it can be moved or cancelled. */
export const isOpen = (status: string | undefined): boolean => status === 'scheduled' || status === 'confirmed';
