import { formatDate } from '../lib/index.ts'

/**
 * A moment in Lagos. The server's and the browser's word lists may differ by a space or a capital;
 * the words that came with the page stay. "1:35 pm" is never broken in two.
 */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} suppressHydrationWarning>
    {formatDate(at).replace(/\s(?=[ap]m$)/i, '\u00a0')}
  </time>
)
