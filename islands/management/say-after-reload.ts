import { toast } from '../lib/index.ts'
import { drop, read, write } from '../lib/storage.ts'
import { go } from '../purchase/go.ts'

const kept = 'management:say'

/** Loads the page anew and then says so, so that the toast stands its full time. */
export function sayAfterReload(text: string): void {
  write('session', kept, text)
  go.again()
}

/** Says what was kept before the page was loaded anew, once. */
export function sayKept(): void {
  const text = read('session', kept)
  if (typeof text !== 'string') return
  drop('session', kept)
  toast.success(text)
}
