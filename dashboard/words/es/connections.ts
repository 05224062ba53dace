import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/connections`. */

export const connections = 'Conexiones';
export const google = 'Google';
export const microsoft = 'Microsoft';
export const anotherProvider = 'Otro proveedor';
export const connect = (provider: string) => `Conectar ${provider}`;
export const statusPending = 'A la espera del inicio de sesión';
export const statusConnected = 'Conectada';
export const statusReconnectNeeded = 'Hay que volver a conectar';
export const sendMail = 'Enviar correos';
export const readMail = 'Recibir respuestas';
export const sharedMailboxes = 'Usar buzones compartidos';
export const calendars = 'Leer calendarios y escribir reuniones';
export const noConnectionsYet = 'Aún no hay conexiones';
export const connectAnAccountToSend = 'Conecta una cuenta para enviar y recibir correos sin contraseña.';
export const notSetUp = (provider: string) => `Las conexiones con ${provider} no están configuradas`;
export const theOperatorSets = 'Un operador de esta instancia la registra y establece';
export const and = 'y';
export const seeTheGuide = 'Consulta la guía';
export const createLink = 'Crear enlace de inicio de sesión';
export const sendThisLink = (provider: string) =>
  `Envía este enlace a la persona cuya cuenta de ${provider} es. Funciona una vez, en un navegador.`;
export const newLink = 'Nuevo enlace de inicio de sesión';
export const expires = 'Caduca ';
export const purposes = 'Usos';
export const provider = 'Proveedor';
export const host = 'Anfitrión (opcional)';
export const linkHours = 'Horas hasta que el enlace caduque';
export const selectAPurpose = 'Selecciona al menos un uso.';
export const account = 'Cuenta';
export const createdBy = 'Creada por';
export const anApiKey = 'Una clave de API';
export const usedBy = 'La usan';
export const sends = (name: string) => `${name} (envía)`;
export const receives = (name: string) => `${name} (recibe)`;
export const sendsAndReceives = (name: string) => `${name} (envía y recibe)`;
export const calendarOf = (host: string) => `Calendario de ${host}`;
export const notUsedYet = 'Sin uso todavía';
export const connectedSince = 'Último inicio de sesión';
export const lostSince = 'Acceso perdido';
export const reconnect = 'Volver a conectar';
export const signIn = 'Iniciar sesión';
export const deleteMeans = (name: string) =>
  `Se elimina el acceso a ${name}. Para volver a enviar o recibir con ella, alguien tendrá que iniciar sesión de nuevo.`;
export const inUseMeans = (uses: string) =>
  `No puedes eliminarla mientras se use: ${uses}. Cambia o elimina antes lo que la usa.`;
export const unnamed = (provider: string) => `Cuenta de ${provider}`;
export const selectHost = 'Elegir anfitrión';
export const resultConnected = (name: string) => `${name} está conectada.`;
export const resultMissing =
  'La cuenta no se ha conectado porque no se concedieron todos los permisos. Vuelve a iniciar sesión y deja todos los permisos seleccionados.';
export const resultOtherPerson =
  'No ha cambiado nada. Ha iniciado sesión otra persona. Inicia sesión con la cuenta que estaba conectada, o crea otra conexión.';
export const resultDenied = 'La cuenta no se ha conectado porque se rechazó el acceso.';
export const resultFailed = 'La cuenta no se ha conectado porque falló el inicio de sesión. Inténtalo de nuevo.';
export const resultAway =
  'No se puede contactar con el proveedor en este momento. No ha cambiado nada. Inténtalo de nuevo dentro de unos minutos.';
export const addSenderFor = (email: string) => `Añadir remitente para ${email}`;
export const changesAreReported = 'Los cambios se sincronizan al instante';
export const changesArentReported = 'El proveedor no avisa de los cambios. Aparecerán en la próxima comprobación.';
export const sentThrough = 'Enviar a través de';
export const receivedThrough = 'Recibir a través de';
export const smtpServer = 'Servidor SMTP';
export const imapServer = 'Servidor IMAP';
export const noAccountConnected = 'Aún no hay ninguna cuenta conectada para esto.';
export const connectAnAccount = 'Conectar una cuenta';
export const sharedMailbox = 'Buzón compartido (opcional)';
export const receiveRepliesToo = 'Recibir las respuestas a esta dirección';
export const lostBanner = (count: number) =>
  plural(count, {
    one: 'Una cuenta conectada ha perdido el acceso. Los correos esperan hasta que alguien inicie sesión de nuevo.',
    other:
      'Hay cuentas conectadas que han perdido el acceso. Los correos esperan hasta que alguien inicie sesión de nuevo.',
  });
export const showConnections = 'Ver conexiones';
export const connectedAccount = 'Cuenta conectada';
