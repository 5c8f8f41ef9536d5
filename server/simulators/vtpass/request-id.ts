const lagos = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Lagos',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/**
 * VTpass's rule: 12 or more alphanumeric characters, starting with YYYYMMDDHHmm of today in Lagos. The
 * documentation requires only the date. Source: "Buying services", code 085.
 */
export function isRequestId(id: string, now = new Date()): boolean {
  const today = lagos.format(now).replaceAll('-', '')
  return /^\d{12}[A-Za-z0-9]*$/.test(id) && id.startsWith(today)
}
