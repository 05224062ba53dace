/** The texts of `dashboard/words/pauses.ts`, in Spanish. */

export const waitingForUs = 'Espera nuestra respuesta';
export const takenOver = 'Atención humana';
export const takenOverBy = (name: string) => `Lo atiende ${name}`;
export const takenOverByEmail = 'Atendido por correo';
export const takenOverInWhatsapp = 'Atendido en WhatsApp';
export const takenOverByAnIntegration = 'Atendido por una integración';
export const onHold = 'En espera';
export const pausedBy = (name: string) => `En pausa por ${name}`;
export const pausedByAnIntegration = 'En pausa por una integración';
export const pausedByARule = 'En pausa automática';
