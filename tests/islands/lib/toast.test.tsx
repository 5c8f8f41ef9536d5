// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showToast, toast, toastPositions, toastTypes } from '../../../islands/lib/toast.ts'
import { Dialog } from '../../../islands/ui/dialog.tsx'
import { accessibilityViolations } from '../support/axe.ts'

beforeAll(async () => {
  await import('../../../islands/lib/toast-layer.tsx')
})
beforeEach(() => {
  // A toast's timer pauses while its window is inactive.
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  vi.useFakeTimers()
})
afterEach(async () => {
  await advanceTime(60_000)
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const toastOf = (text: string) => screen.queryByText(text)?.closest('.toast') ?? null

test('a toast with no options is a success, at the bottom right, for three seconds', async () => {
  showToast('Saved.')
  await advanceTime(10)
  expect(toastOf('Saved.')?.className).toContain('toast-success')
  expect(toastOf('Saved.')?.getAttribute('role')).toBe('status')
  expect(toastOf('Saved.')?.parentElement?.className).toBe('toasts toasts-bottom-right')
  await advanceTime(2900)
  expect(toastOf('Saved.')?.className).not.toContain('toast-leaving')
  await advanceTime(200)
  expect(toastOf('Saved.')?.className).toContain('toast-leaving')
  await advanceTime(150)
  expect(toastOf('Saved.')).toBeNull()
})

test('an error toast is shown at the bottom for five seconds and announced as an alert', async () => {
  toast.error('It failed.')
  await advanceTime(10)
  expect(toastOf('It failed.')?.className).toContain('toast-error')
  expect(toastOf('It failed.')?.getAttribute('role')).toBe('alert')
  expect(toastOf('It failed.')?.parentElement?.className).toBe('toasts toasts-bottom-center')
  await advanceTime(4900)
  expect(toastOf('It failed.')).not.toBeNull()
  await advanceTime(400)
  expect(toastOf('It failed.')).toBeNull()
})

test('a toast’s timer pauses while the mouse is over it', async () => {
  showToast('Read me.')
  await advanceTime(1000)
  fireEvent.mouseEnter(toastOf('Read me.') as Element)
  await advanceTime(20_000)
  expect(toastOf('Read me.')).not.toBeNull()
  fireEvent.mouseLeave(toastOf('Read me.') as Element)
  await advanceTime(1900)
  expect(toastOf('Read me.')?.className).not.toContain('toast-leaving')
  await advanceTime(400)
  expect(toastOf('Read me.')).toBeNull()
})

test('a click dismisses a toast, and so does its button', async () => {
  showToast('One.')
  toast.error('Two.')
  await advanceTime(10)
  fireEvent.click(toastOf('One.') as Element)
  const button = toastOf('Two.')?.querySelector('button')
  expect(button?.getAttribute('aria-label')).toBe('Dismiss')
  fireEvent.click(button as Element)
  await advanceTime(200)
  expect(toastOf('One.')).toBeNull()
  expect(toastOf('Two.')).toBeNull()
})

test('each position shows one toast at a time; the next appears when the first has faded', async () => {
  showToast('First.')
  showToast('Second.')
  showToast('Third.', { position: 'top' })
  await advanceTime(10)
  expect(toastOf('First.')).not.toBeNull()
  expect(toastOf('Third.')).not.toBeNull()
  await advanceTime(3000)
  expect(toastOf('Second.')).toBeNull()
  await advanceTime(450)
  expect(toastOf('First.')).toBeNull()
  expect(toastOf('Second.')).not.toBeNull()
})

test('a later success dismisses shown and queued errors', async () => {
  toast.error('It failed.')
  toast.error('It failed again.')
  await advanceTime(10)
  expect(toastOf('It failed.')).not.toBeNull()
  toast.success('Saved.')
  await advanceTime(200)
  expect(toastOf('It failed.')).toBeNull()
  expect(toastOf('Saved.')).not.toBeNull()
  await advanceTime(10_000)
  expect(toastOf('It failed again.')).toBeNull()
})

test.each(toastPositions)('a toast can be shown at %s', async (position) => {
  showToast('Here.', { position })
  await advanceTime(10)
  const place = position.includes('-') ? position : `${position}-center`
  expect(toastOf('Here.')?.parentElement?.className).toBe(`toasts toasts-${place}`)
})

test.each(toastTypes)('a toast can be of type %s', async (type) => {
  showToast('Kind.', { type })
  await advanceTime(10)
  expect(toastOf('Kind.')?.className).toContain(`toast-${type}`)
})

test('a toast is shown inside an open dialog, where it is clickable, and stays after the dialog closes', async () => {
  const { unmount } = render(
    <Dialog title="Pay" onClose={() => {}}>
      text
    </Dialog>,
  )
  toast.error('Rejected.')
  await advanceTime(10)
  expect(toastOf('Rejected.')?.closest('dialog')).not.toBeNull()
  unmount()
  expect(toastOf('Rejected.')?.closest('dialog')).toBeNull()
})

test('a toast has no accessibility violation', async () => {
  vi.useRealTimers()
  toast.error('Checked.')
  await screen.findByText('Checked.')
  expect(await accessibilityViolations(document.body)).toEqual([])
  fireEvent.click(toastOf('Checked.') as Element)
  await vi.waitFor(() => expect(toastOf('Checked.')).toBeNull())
  vi.useFakeTimers()
})
