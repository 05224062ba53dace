import { plural } from '../plural.js';

/** The Spanish texts of message previews in `dashboard/parts`, kept apart from those that every page loads. */

export const leadsHaveTheseFields = (leads: number, capped: boolean) =>
  plural(leads, {
    one: 'El lead tiene estos campos.',
    other: `${capped ? 'Los primeros' : 'Los'} # leads tienen estos campos.`,
  });
export const remoteImageBlocked = (images: number) =>
  plural(images, { one: '# imagen remota bloqueada.', other: '# imágenes remotas bloqueadas.' });
export const isMissingForOf = (lacking: string, leads: number, capped: boolean) =>
  ` falta en ${lacking} de ${capped ? 'los primeros ' : ''}${plural(leads, { one: '# lead', other: '# leads' })}`;
export const missingVariables = 'Variables que faltan';
export const theSenderCanSeeWhenYou = 'El remitente puede ver cuándo las cargas.';
export const showImages = 'Mostrar imágenes';
export const sentEmail = 'Correo enviado';
