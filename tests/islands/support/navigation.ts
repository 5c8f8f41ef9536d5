import { beforeEach, vi } from 'vitest'
import { navigate } from '../../../islands/purchase/navigate.ts'

/** Records navigations; the test browser does not navigate. */
export function watchLeaving(): string[] {
  const went: string[] = []
  beforeEach(() => {
    went.length = 0
    vi.spyOn(navigate, 'to').mockImplementation((address) => void went.push(address))
    vi.spyOn(navigate, 'replace').mockImplementation((address) => void went.push(address))
    vi.spyOn(navigate, 'reload').mockImplementation(() => void went.push('reload'))
  })
  return went
}
