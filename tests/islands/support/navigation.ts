import { beforeEach, vi } from 'vitest'
import { navigate } from '../../../islands/purchase/navigate.ts'

/** Records navigations; the test browser does not navigate. */
export function recordNavigations(): string[] {
  const navigations: string[] = []
  beforeEach(() => {
    navigations.length = 0
    vi.spyOn(navigate, 'to').mockImplementation((address) => void navigations.push(address))
    vi.spyOn(navigate, 'replace').mockImplementation((address) => void navigations.push(address))
    vi.spyOn(navigate, 'reload').mockImplementation(() => void navigations.push('reload'))
  })
  return navigations
}
