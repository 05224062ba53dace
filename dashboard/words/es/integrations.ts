import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/integrations`. */

export const fullAccess = 'Acceso completo';
export const scope = (scopes: number) => plural(scopes, { one: '# permiso', other: '# permisos' });
export const created = 'Creada ';
export const lastUsed = 'último uso ';
export const neverUsed = 'nunca usada';
export const regenerate = 'Volver a generar';
export const revoke = 'Revocar';
export const revokeKey = 'Revocar clave';
export const requestsThatUseAreRejected = (name: string) =>
  `Las solicitudes que usen “${name}” se rechazan inmediatamente.`;
export const getsANewKeyWhichIs = (name: string) =>
  `“${name}” recibe una clave nueva, que se muestra una sola vez. La clave actual deja de funcionar inmediatamente.`;
export const apiKeys = 'Claves de API';
export const noApiKeysYet = 'Aún no hay claves de API';
export const createAKeySoThatYour = 'Crea una clave para que tus sistemas puedan enviar leads y recibir resultados.';
export const yourApiKey = 'Tu clave de API';
export const theKeyIsShownOnlyOnce =
  'La clave se muestra solo una vez. Guárdala en un lugar seguro. Después solo verás sus primeros y últimos caracteres.';
export const integrationEverythingExceptEditing = 'Integración (todo excepto editar funciones)';
export const aiClientReadSendMessagesBook = 'Cliente de IA (leer, enviar mensajes, reservar reuniones)';
export const readOnly = 'Solo lectura';
export const custom = 'Personalizado';
export const newKey = 'Nueva clave';
export const newApiKey = 'Nueva clave de API';
export const createKey = 'Crear clave';
export const nameLabel = 'Nombre';
export const crm = 'CRM';
export const permissions = 'Permisos';
export const scopes = 'Ámbitos';
export const newWidget = 'Nuevo widget';
export const createWidget = 'Crear widget';
export const shop = 'Tienda';
export const agent = 'Agente';
export const allowedDomains = 'Dominios permitidos';
export const forExampleWwwExampleComOr = 'Por ejemplo, www.example.com o *.example.com. Usa localhost para desarrollo.';
export const identitySecret = 'Secreto de identidad';
export const yourServerUsesItToSign =
  'Tu servidor lo usa para firmar la identidad de los visitantes que han iniciado sesión. Se muestra solo una vez. Más adelante puedes generar otro.';
export const integrations = 'Integraciones';
export const apiUrl = 'URL de la API';
export const apiReference = 'Referencia de la API';
export const copyApiUrl = 'Copiar URL de la API';
export const replace = (name: string) => `Sustituir ${name}`;
export const addSecret = 'Añadir secreto';
export const saveSecret = 'Guardar secreto';
export const value = 'Valor';
export const storedEncryptedAndNeverShownAgain = 'Se guarda cifrado y no se vuelve a mostrar.';
export const updated = 'actualizado ';
export const jobsThatSignRequestsWithIt =
  'Los trabajos que firman solicitudes con él fallan hasta que añadas un secreto con el mismo nombre.';
export const webhookSigningSecrets = 'Secretos de firma de webhooks';
export const noSecretsYetAddOneSo =
  'Aún no hay secretos. Añade uno para que tu servidor pueda verificar las solicitudes web de los trabajos.';
export const chatWidgets = 'Widgets de chat';
export const noChatWidgetsYetWithA = 'Aún no hay widgets de chat. Con un widget, un agente responde en tu sitio web. ';
export const seeTheGuide = 'Consulta la guía';
export const active = 'Activo';
export const inactive = 'Inactivo';
export const on = (domains: string) => `En ${domains}`;
export const noAllowedDomainsYetSoIt = 'Aún no hay dominios permitidos, así que no aparece en ninguna página.';
export const copyEmbedCodeOf = (widget: string) => `Copiar código de inserción de ${widget}`;
