import { cleanup, configure, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { queryClient } from '../../../islands/account/query-client.ts'
import { loadPhoneFormatter } from '../../../islands/lib/phone.ts'
import { toastMs } from '../../../shared/constants.ts'

// A busy machine takes longer than the default of one second; a test that succeeds does not wait for it.
configure({ asyncUtilTimeout: 8_000 })

/** The head of a page as the shell prints it. `csrf: null` omits the tag. */
export function setPageMeta({
  csrf = 'csrf-1',
  sessionToken = '',
}: {
  csrf?: string | null
  sessionToken?: string
} = {}): void {
  document.head.innerHTML = `${csrf === null ? '' : `<meta name="csrf-token" content="${csrf}">`}
    <meta name="session-token" content="${sessionToken}">`
}

/** A fresh page and address, fresh storages and no fetched data for each test; an unexpected console.error fails it. */
export function resetPageForEachTest(): void {
  // In pages the formatter is loaded with the first focused phone field.
  beforeAll(loadPhoneFormatter)
  beforeEach(() => {
    sessionStorage.clear()
    localStorage.clear()
    setPageMeta()
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(async () => {
    vi.useRealTimers()
    cleanup()
    queryClient().clear()
    // The next file has the same window.
    window.history.replaceState(null, '', '/')
    await dismissToasts()
    for (const element of document.body.querySelectorAll(':scope > :not(#toasts)')) element.remove()
    const errors = vi.mocked(console.error).mock.calls.filter(([first]) => !isUnknownElement(first))
    vi.restoreAllMocks()
    expect(errors).toEqual([])
  })
}

/** Dismisses toasts until none is left. */
export async function dismissToasts(): Promise<void> {
  for (;;) {
    const buttons = screen.queryAllByRole('button', { name: 'Dismiss', hidden: true })
    if (buttons.length === 0) return
    for (const button of buttons) fireEvent.click(button)
    await pause(toastMs.fade + toastMs.queuePoll + 50)
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** jsdom does not know the element `search`; React reports it in the first test of a process that shows one. */
const isUnknownElement = (message: unknown): boolean =>
  String(message).startsWith('The tag <%s> is unrecognized')

/** Returns and clears the console errors that a test expects. */
export function consoleErrors(): string[] {
  const messages = vi
    .mocked(console.error)
    .mock.calls.map(([first]) => String(first))
    .filter((message) => !isUnknownElement(message))
  vi.mocked(console.error).mockClear()
  return messages
}
