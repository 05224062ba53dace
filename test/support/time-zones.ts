/**
 * Fifty zones, for each way in which zones differ: change of clocks north and south of the equator and on other days
 * of the week, at midnight, by half an hour, around Ramadan, never; whole hours, halves and quarters; the two ends of
 * the day.
 */
export const TIME_ZONES = [
  ...['UTC', 'Etc/GMT+12', 'Etc/GMT-14', 'Atlantic/Reykjavik', 'Africa/Abidjan'],
  ...['Europe/Madrid', 'Europe/London', 'Europe/Dublin', 'Europe/Lisbon', 'Europe/Athens', 'Europe/Chisinau'],
  ...['Europe/Istanbul', 'Europe/Moscow', 'Atlantic/Azores', 'Africa/Casablanca', 'Africa/Cairo', 'Africa/Lagos'],
  ...['Asia/Beirut', 'Asia/Jerusalem', 'Asia/Gaza', 'Asia/Tehran', 'Asia/Dubai', 'Asia/Kabul', 'Asia/Karachi'],
  ...['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Shanghai', 'Asia/Tokyo', 'Asia/Almaty'],
  ...['Australia/Perth', 'Australia/Eucla', 'Australia/Darwin', 'Australia/Adelaide', 'Australia/Sydney'],
  ...['Australia/Lord_Howe', 'Antarctica/Troll', 'Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Apia'],
  ...['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Pacific/Marquesas', 'America/St_Johns', 'America/New_York'],
  ...['America/Phoenix', 'America/Havana', 'America/Sao_Paulo', 'America/Santiago', 'America/Asuncion'],
] as const;
