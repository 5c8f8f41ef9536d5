import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { loadPhoneShape } from '../../../islands/lib/phone.ts'
import { toastMs } from '../../../shared/constants.ts'

/** The head of a page as the shell prints it. `csrf: null` leaves the tag out. */
export function pageWith({
  csrf = 'csrf-1',
  token = '',
}: {
  csrf?: string | null
  token?: string
} = {}): void {
  document.head.innerHTML = `${csrf === null ? '' : `<meta name="csrf-token" content="${csrf}">`}
    <meta name="api-token" content="${token}">`
}

/** A fresh page and fresh storages for each test; a console.error that no test expects fails it. */
export function freshPages(): void {
  // On a page it comes with the first phone field that is entered.
  beforeAll(loadPhoneShape)
  beforeEach(() => {
    sessionStorage.clear()
    localStorage.clear()
    pageWith()
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(async () => {
    vi.useRealTimers()
    cleanup()
    await dismissToasts()
    for (const left of document.body.querySelectorAll(':scope > :not(#toasts)')) left.remove()
    const complaints = vi.mocked(console.error).mock.calls
    vi.restoreAllMocks()
    expect(complaints).toEqual([])
  })
}

/** Presses toasts away until none comes after them. */
export async function dismissToasts(): Promise<void> {
  for (;;) {
    const buttons = screen.queryAllByRole('button', { name: 'Dismiss', hidden: true })
    if (buttons.length === 0) return
    for (const button of buttons) fireEvent.click(button)
    await pause(toastMs.fade + toastMs.retry + 50)
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Takes the complaints that a test expected. */
export function complaints(): string[] {
  const said = vi.mocked(console.error).mock.calls.map(([first]) => String(first))
  vi.mocked(console.error).mockClear()
  return said
}
