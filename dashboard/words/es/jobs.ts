/** The Spanish texts of `dashboard/jobs`. */

export const everyWeekdayAt0900 = 'De lunes a viernes a las 09:00';
export const everyDayAt0900 = 'Todos los días a las 09:00';
export const everyMondayAt0900 = 'Todos los lunes a las 09:00';
export const onTheFirstDayOfEach = 'El primer día de cada mes a las 09:00';
export const everyHour = 'Cada hora';
export const every15Minutes = 'Cada 15 minutos';
export const on = (events: string) => `Con: ${events}`;
export const or = ' o ';
export const anEvent = 'un evento';
export const manuallyOrThroughTheApi = 'A mano o por la API';
export const frequency = 'Frecuencia';
export const customSchedule = 'Programación personalizada';
export const newJob = 'Nuevo trabajo';
export const createJob = 'Crear trabajo';
export const nameLabel = 'Nombre';
export const startFrom = 'Empezar desde';
export const theJobStartsInactive = (description: string) => `${description} El trabajo empieza inactivo.`;
export const scheduleInZone = (schedule: string, zone: string) => `${schedule} (${zone})`;
export const nextRuns = 'Próximas ejecuciones';
export const nextRunsOnceActive = 'Próximas ejecuciones cuando esté activo';
export const jobs = 'Trabajos';
export const noJobsYet = 'Aún no hay trabajos';
export const createAJobToActOn =
  'Crea un trabajo para actuar sobre los leads que coincidan, según una programación o con un evento.';
export const lastRun = '· última ejecución ';
export const dryRun = 'Ejecución de prueba';
export const active = 'Activo';
export const inactive = 'Inactivo';
export const tagHighValueLeads = 'Etiquetar leads de alto valor';
export const everyWeekdayTagsLeadsThatHave = 'De lunes a viernes, etiqueta los leads con un presupuesto alto.';
export const largeBudget = 'Presupuesto alto';
export const createATaskOnReply = 'Crear una tarea al recibir una respuesta';
export const whenAMessageIsReceivedCreates =
  'Cuando se recibe un mensaje, crea una tarea para el propietario del lead.';
export const reply = 'Responder';
export const replyTo = 'Responder a {{ lead.first_name }}';
export const noReplyForThreeDays = 'Sin respuesta en tres días';
export const everyWeekdayCreatesATaskFor =
  'De lunes a viernes, crea una tarea para el propietario de cada lead que no haya respondido en tres días.';
export const noReply = 'Sin respuesta';
export const call = 'Llamar a {{lead.first_name}}';
export const budgetIncrease = 'Aumento de presupuesto';
export const whenABudgetExceeds5000 =
  'Cuando un presupuesto supera 5000, envía un correo a los propietarios de la cuenta.';
export const notifyOwners = 'Avisar a los propietarios';
export const hasABudgetOfEuros = '{{lead.first_name}} tiene un presupuesto de {{metadata.budget}} euros';
export const afterANoShow = 'Después de una ausencia';
export const afterANoShowOffersThree =
  'Después de una ausencia, ofrece tres horas nuevas. Si se repite, llama al lead.';
export const offerNewTimes = 'Ofrecer horas nuevas';
export const hello = 'Hola, {{lead.first_name}}';
export const birthdays = 'Cumpleaños';
export const at900InTheLeads =
  'A las 9:00 en la zona horaria del lead, felicita por correo a los leads en su cumpleaños.';
export const birthday = 'Cumpleaños';
export const happyBirthday = 'Feliz cumpleaños, {{lead.first_name}}';
export const allTheBest = '¡Que pases un gran día!';
export const paidInvoice = 'Factura pagada';
export const whenYourSystemStartsItMarks =
  'Cuando tu sistema lo inicia, marca el lead como ganado, registra una conversión y detiene su automatización.';
export const paid = 'Pagada';
export const safetyStop = 'Parada de seguridad';
export const every15MinutesPausesAgentsThat =
  'Cada 15 minutos, pausa los agentes que tienen demasiados leads sin responder.';
export const tooManyUnanswered = 'Demasiados sin responder';
export const tooManyUnansweredLeads = 'Demasiados leads sin responder';
export const manualJob = 'Trabajo manual';
export const runsWhenAUserOrYour = 'Se ejecuta cuando lo inicia un usuario o tu sistema.';
export const checkedManually = 'Revisado a mano.';
