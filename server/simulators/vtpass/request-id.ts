const lagos = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Lagos',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/**
 * Their rule: 12 or more characters, alphanumeric, the first 12 the digits YYYYMMDDHHmm of today in
 * Lagos. The documents check the date alone. Source: "Buying services", code 085.
 */
export function isRequestId(id: string, now = new Date()): boolean {
  const today = lagos.format(now).replaceAll('-', '')
  return /^\d{12}[A-Za-z0-9]*$/.test(id) && id.startsWith(today)
}
