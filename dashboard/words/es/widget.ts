/** The Spanish texts of `dashboard/widget`. */

export const installation = 'Instalación';
export const seeTheGuide = 'Consulta la guía';
export const addAnAllowedDomainUntilThen =
  'Añade un dominio permitido. Hasta entonces, el widget no aparece en ninguna página.';
export const addThisLineToEachPage = 'Añade esta línea a cada página que deba mostrar el chat:';
export const copySnippet = 'Copiar fragmento';
export const ifYourPageHasAContent = 'Si tu página tiene una política de seguridad de contenido, permite también:';
export const copyPolicy = 'Copiar política';
export const general = 'General';
export const appearance = 'Apariencia';
export const welcomeMessage = 'Mensaje de bienvenida';
export const visitorDetails = 'Datos del visitante';
export const abuseProtection = 'Protección contra abusos';
export const regenerateKey = 'Volver a generar clave';
export const pagesWithTheCurrentKeyStop =
  'Las páginas con la clave actual dejan de mostrar el chat hasta que añadas el nuevo fragmento.';
export const regenerateIdentitySecret = 'Volver a generar secreto de identidad';
export const signaturesMadeWithTheCurrentSecret = 'Las firmas hechas con el secreto actual dejan de ser válidas.';
export const deleteWidget = 'Eliminar widget';
export const pagesStopShowingTheChatIts = 'Las páginas dejan de mostrar el chat. Sus conversaciones se conservan.';
export const theWidget = 'el widget';
export const identitySecret = 'Secreto de identidad';
export const yourServerSignsUserIdentitiesWith =
  'Tu servidor firma con él las identidades de los usuarios. Cópialo ahora: no se vuelve a mostrar.';
export const widget = 'Widget';
export const active = 'Activo';
export const inactive = 'Inactivo';
export const previewAndInstallation = 'Vista previa e instalación';
export const preview = 'Vista previa';
export const pageLoads = 'Cargas de página';
export const openedByVisitors = 'Abierto por visitantes';
export const errors = 'Errores';
export const proofOfWork = 'Prueba de trabajo';
export const replyTime = 'Tiempo de respuesta';
export const blockedByThePagesContentSecurity = 'Bloqueado por la política de seguridad de contenido de la página';
export const browserActivityInTheLast90 = 'Actividad del navegador en los últimos 90 días';
export const noDataYet = 'Aún no hay datos.';
export const msOnAverageMsAtMost = (average: string, most: string) => `${average} ms de media, ${most} ms como máximo`;
export const deleteLabel = 'Eliminar';
export const noOpeningMessage = 'Sin mensaje de bienvenida. El chat empieza vacío.';
export const howCanWeReachYou = '¿Cómo podemos contactar contigo?';
export const writeAMessage = 'Escribe un mensaje…';
