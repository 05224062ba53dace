import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/channels`. */

export const noMessagesSent = 'No hay mensajes enviados';
export const sent = (sent: string) => `${sent} enviados`;
export const failed = (share: string) => `${share} fallidos`;
export const noneFailed = 'ninguno fallido';
export const delivered = (delivered: string) => `${delivered} entregados`;
export const replied = (share: string) => `${share} respondió`;
export const noCallsMade = 'No hay llamadas realizadas';
export const onHold = 'En espera';
export const last7Days = 'Últimos 7 días';
export const providerError = 'Error del proveedor: ';
export const emailSignedRequests = 'Correo (solicitudes firmadas)';
export const postmark = 'Postmark';
export const amazonSes = 'Amazon SES';
export const sendGrid = 'SendGrid';
export const mailgun = 'Mailgun';
export const resend = 'Resend';
export const theArnOfTheSnsTopic = 'El ARN del tema de Amazon SNS en el que publica SES.';
export const theVerificationKeyOfSendGrid =
  'La clave de verificación que SendGrid muestra al activar el webhook de eventos firmado.';
export const theWebhookSigningKeyOfMailgun = 'La clave de firma de webhooks HTTP de tu cuenta de Mailgun.';
export const theSigningSecretOfResend = 'El secreto de firma del webhook en Resend. Empieza por whsec_.';
export const changeSecret = 'Cambiar secreto';
export const setTheSecretOnceTheProviderShowsIt =
  'Si el proveedor solo muestra este valor cuando ya conoce la URL, introdúcelo después en «Cambiar secreto». Hasta entonces se rechazan los eventos.';
export const whatsappMeta = 'WhatsApp (Meta)';
export const callsSignedRequests = 'Llamadas (solicitudes firmadas)';
export const retell = 'Retell';
export const theSecretThatRequestsAreSigned = 'El secreto con el que se firman las solicitudes.';
export const thePasswordForHttpBasic =
  'La contraseña para la autenticación básica HTTP. Sirve cualquier nombre de usuario.';
export const yourMetaAppSecret = 'El secreto de tu aplicación de Meta.';
export const yourRetellApiKey = 'Tu clave de API de Retell.';
export const addWebhook = 'Añadir webhook';
export const createWebhook = 'Crear webhook';
export const provider = 'Proveedor';
export const secretFromTheProvider = 'Secreto del proveedor';
export const theMetaAppSecretOrRetell =
  'El secreto de la aplicación de Meta o la clave de API de Retell. Déjalo vacío para generar un secreto.';
export const setUpTheProvider = 'Configura el proveedor';
export const enterTheseValuesInTheSettings = (provider: string) =>
  `Introduce estos valores en la configuración de ${provider}. No se vuelven a mostrar.`;
export const emailAddress = 'Dirección de correo';
export const copyUrl = 'Copiar URL';
export const secret = 'Secreto';
export const copySecret = 'Copiar secreto';
export const verifyToken = 'Token de verificación';
export const copyVerifyToken = 'Copiar token de verificación';
export const iveStoredThem = 'Ya los he guardado';
export const inboundWebhooks = 'Webhooks de entrada';
export const noWebhooksYet = 'Aún no hay webhooks';
export const providersReportRepliesDeliveries =
  'Los proveedores comunican respuestas, entregas y llamadas a un webhook. Añade uno para cada proveedor.';
export const seeTheGuide = 'Consulta la guía';
export const created = 'Creado ';
export const receivingEvents = 'Recibe eventos';
export const eventsSentToItsUrlAre =
  'Los eventos enviados a su URL se rechazan. Un webhook nuevo recibe otra URL y otro secreto.';
export const syncFailed = 'Error de sincronización';
export const synced = 'Sincronizado';
export const waitingForSync = 'Pendiente de sincronizar';
export const replies = 'Respuestas';
export const at = (user: string, host: string) => `${user} en ${host}`;
export const youWriteThemInTheSandbox = 'Las escribes en el entorno de pruebas';
export const repliesArentSyncedYetConnectA = 'Las respuestas aún no se sincronizan. Conecta un buzón.';
export const editMailbox = 'Editar buzón';
export const connectMailbox = 'Conectar buzón';
export const saveAndSync = 'Guardar y sincronizar';
export const imapServer = 'Servidor IMAP';
export const port = 'Puerto';
export const user = 'Usuario';
export const password = 'Contraseña';
export const mailbox = 'buzón';
export const emailRepliesAreNoLongerSynced = 'Las respuestas por correo ya no se sincronizan.';
export const meta = 'Meta';
export const twilio = 'Twilio';
export const sandboxNothingIsSent = 'Entorno de pruebas (no se envía nada)';
export const displayName = 'Nombre visible';
export const phoneNumberId = 'ID del número de teléfono';
export const whatsappBusinessAccountId = 'ID de la cuenta de WhatsApp Business';
export const accessToken = 'Token de acceso';
export const unchanged = 'Sin cambios';
export const accountSid = 'SID de la cuenta';
export const senderSid = 'SID del remitente';
export const authToken = 'Token de autenticación';
export const maximumMessagesPerSecond = 'Máximo de mensajes por segundo';
export const setProfilePhoto = 'Cambiar foto de perfil';
export const savePhoto = 'Guardar foto';
export const imageUrl = 'URL de la imagen';
export const httpsJpegOrPngAtLeast =
  'HTTPS, JPEG o PNG, al menos 192 × 192 píxeles. Sustituye la foto que los leads ven ahora.';
export const edit = 'Editar';
export const save = 'Guardar';
export const itNoLongerSendsMessagesMessages = 'Ya no envía mensajes. Los mensajes enviados se conservan.';
export const defaultLabel = 'Predeterminado';
export const number = 'Número';
export const messagingLimit = 'Límite de mensajes';
export const templates = 'Plantillas';
export const synced2 = 'Sincronizado ';
export const notSyncedYet = 'Aún sin sincronizar';
export const webhook = 'Webhook';
export const copyWebhookUrl = 'Copiar URL del webhook';
export const addNumber = 'Añadir número';
export const add = 'Añadir';
export const whatsapp = 'WhatsApp';
export const noWhatsappNumbersYet = 'Aún no hay números de WhatsApp';
export const addANumberFromMetasCloud = 'Añade un número de la Cloud API de Meta o de Twilio, o un número de pruebas.';
export const valueFromTheLead = 'Valor del lead';
export const isntAValidEntryUseThe = (entry: string) =>
  `“${entry}” no es una entrada válida. Usa el formato 1: 50, 8: 200.`;
export const invalidFormat = 'Formato no válido';
export const todayDayOfWarmUp = (limit: number, day: number) => `${limit} hoy (día ${day} de calentamiento)`;
export const perDay = (limit: number) => `${limit} al día`;
export const fromDay = (limit: number, day: number) => `${limit} desde el día ${day}`;
export const perMinute = (limit: number) => `${limit} por minuto`;
export const noLimit = 'Sin límite';
export const sandbox = 'Entorno de pruebas';
export const noMessagesYet = 'Aún no hay mensajes';
export const messagesFromSandboxSendersAnd =
  'Aquí aparecen los mensajes de los remitentes y números de pruebas. No se entregan.';
export const to = ' a';
export const showMore = 'Mostrar más';
export const nameLabel = 'Nombre';
export const replyToAddress = 'Dirección de respuesta';
export const maximumEmailsPerDay = 'Máximo de correos al día';
export const maximumEmailsPerMinute = 'Máximo de correos por minuto';
export const warmUpSchedule = 'Plan de calentamiento';
export const daysSinceTheSenderWasAdded =
  'Días desde que se añadió el remitente, cada uno con el máximo diario a partir de entonces.';
export const smtpServerLeaveEmptyForSandbox = 'Servidor SMTP (vacío para el entorno de pruebas)';
export const smtpHost = 'Host SMTP';
export const trackOpens = 'Registrar aperturas';
export const trackClicks = 'Registrar clics';
export const smtpServer = 'Servidor SMTP';
export const fromLabel = 'De';
export const sentThrough = 'Enviado por';
export const sandboxOnly = 'Solo entorno de pruebas';
export const limits = 'Límites';
export const itNoLongerSendsEmailsEmails = 'Ya no envía correos. Los correos enviados se conservan.';
export const addSender = 'Añadir remitente';
export const channels = 'Canales';
export const noEmailSendersYet = 'Aún no hay remitentes de correo';
export const addTheAddressThatEmailsAre =
  'Añade la dirección desde la que se envían los correos. Sin servidor SMTP, van al entorno de pruebas.';
export const email = 'Correo';
export const calls = 'Llamadas';
export const suppressAddress = 'Suprimir dirección';
export const suppress = 'Suprimir';
export const channel = 'Canal';
export const addressOrNumber = 'Dirección o número';
export const reason = 'Motivo';
export const suppressedAddresses = 'Direcciones suprimidas';
export const noSuppressedAddresses = 'No hay direcciones suprimidas';
export const addressesThatBouncedComplainedOr =
  'Aquí aparecen las direcciones que rebotaron, se quejaron o se dieron de baja. No se les envía nada.';
export const erased = 'Borrada';
export const messagesToItAreSentAgain = 'Se le vuelven a enviar mensajes. Elimínala solo si su titular lo ha pedido.';
export const voice = 'Voz';
export const channelSections = 'Secciones de canales';
export const language = 'Idioma';
export const subject = 'Asunto';
export const text = 'Texto';
export const youCanUseVariablesSuchAs = 'Puedes usar variables como {{ lead.first_name }}.';
export const htmlOptional = 'HTML (opcional)';
export const newMessagesCanNoLongerUse = 'Los mensajes nuevos ya no pueden usarla.';
export const syncingTemplates = 'Sincronizando plantillas…';
export const syncFromWhatsapp = 'Sincronizar desde WhatsApp';
export const addEmailTemplate = 'Añadir plantilla de correo';
export const statusLabel = 'Estado';
export const noTemplates = 'No hay plantillas';
export const addEmailTemplatesHereOrSync =
  'Añade plantillas de correo aquí o sincroniza las de WhatsApp desde tu proveedor.';
export const sendTestToMyself = 'Enviarme una prueba';
export const sendTest = 'Enviar prueba';
export const yourPhone = 'Tu teléfono';
export const theTestIsSentOnlyTo = 'La prueba se envía solo a este número.';
export const message = 'Mensaje';
export const customText = 'Texto propio';
export const testFrom = (sender: string) => `Prueba de ${sender}`;
export const whatsappDeliversCustomTextOnlyFor = (phone: string) =>
  `WhatsApp solo entrega textos propios durante 24 horas después de que escribas a ${phone}. Las plantillas se pueden enviar en cualquier momento.`;
export const theTestIsSentOnlyTo2 = (email: string) => `La prueba se envía solo a ${email}.`;
export const thisEmailWasSentFrom = (email: string) => `Este correo se ha enviado desde ${email}.`;
export const preview = 'Vista previa';
export const sendToLead = 'Enviar al lead';
export const sending = 'Enviando…';
export const lead = 'Lead';
export const customServer = 'Servidor propio';
export const sandboxNoCallsAreMade = 'Entorno de pruebas (no se hacen llamadas)';
export const callerNumber = 'Número que llama';
export const providersAgentId = 'ID de agente del proveedor';
export const apiKey = 'Clave de API';
export const serverUrl = 'URL del servidor';
export const maximumConcurrentCalls = 'Máximo de llamadas simultáneas';
export const concurrentCall = (calls: number) =>
  plural(calls, { one: '# llamada simultánea', other: '# llamadas simultáneas' });
export const apiKeyMissing = 'Falta la clave de API';
export const itNoLongerMakesCalls = 'Ya no hace llamadas.';
export const addVoiceAgent = 'Añadir agente de voz';
export const voiceAgents = 'Agentes de voz';
export const noVoiceAgentsYet = 'Aún no hay agentes de voz';
export const addAVoiceAgentFromRetell =
  'Añade un agente de voz de Retell o de tu propio servidor, o un agente de pruebas.';
export const call = (calls: number) => plural(calls, { one: '# llamada', other: '# llamadas' });
export const url = 'URL';
export const address = 'dirección';
