/** Begins a text with a capital. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
