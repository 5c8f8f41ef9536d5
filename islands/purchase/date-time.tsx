import { formatDate } from '../lib/index.ts'

/**
 * Date and time in Lagos. Server and browser locale data may differ by a space or a capital, so the server's text is
 * kept on hydration. A non-breaking space keeps "1:35 pm" on one line.
 */
export const DateTime = ({ value }: { value: string }) => (
  <time dateTime={value} suppressHydrationWarning>
    {formatDate(value).replace(/\s(?=[ap]m$)/i, '\u00a0')}
  </time>
)
