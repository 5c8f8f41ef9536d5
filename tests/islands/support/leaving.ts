import { beforeEach, vi } from 'vitest'
import { go } from '../../../islands/purchase/go.ts'

/** Where the page went. The browser of these tests stays where it is. */
export function watchLeaving(): string[] {
  const went: string[] = []
  beforeEach(() => {
    went.length = 0
    vi.spyOn(go, 'to').mockImplementation((address) => void went.push(address))
    vi.spyOn(go, 'instead').mockImplementation((address) => void went.push(address))
    vi.spyOn(go, 'again').mockImplementation(() => void went.push('again'))
  })
  return went
}
