/** The Spanish texts of `dashboard/own-clients`. */

export const connectAnotherProvider = 'Conectar otro proveedor';
export const registerAClient = 'Registra un cliente OAuth en el proveedor, con esta URI de redirección:';
export const mailboxAddress = 'Dirección del buzón';
export const issuer = 'Emisor (issuer)';
export const issuerOrBoth = 'Déjalo vacío si el proveedor no tiene emisor e indica las dos URL de abajo.';
export const authorizationUrl = 'URL de autorización';
export const tokenUrl = 'URL de tokens';
export const clientId = 'ID de cliente';
export const clientSecret = 'Secreto de cliente';
export const scopes = 'Ámbitos (scopes)';
export const separatedBySpaces = 'Separados por espacios. La mayoría de los proveedores necesitan offline_access.';
export const smtpHost = 'Servidor SMTP';
export const smtpPort = 'Puerto SMTP';
export const toSend = 'Déjalo vacío para recibir solamente.';
export const imapHost = 'Servidor IMAP';
export const imapPort = 'Puerto IMAP';
export const toReceive = 'Déjalo vacío para enviar solamente.';
export const enterAServer = 'Indica un servidor SMTP, uno IMAP o ambos.';
export const replaceSecret = 'Sustituir el secreto de cliente';
export const save = 'Guardar';
