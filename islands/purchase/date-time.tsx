import { displayDate } from '../lib/index.ts'

/**
 * Date and time in Lagos. Server and browser locale data may differ by a space or a capital, so the server's text is
 * kept on hydration.
 */
export const DateTime = ({ value }: { value: string }) => (
  <time dateTime={value} suppressHydrationWarning>
    {displayDate(value)}
  </time>
)
