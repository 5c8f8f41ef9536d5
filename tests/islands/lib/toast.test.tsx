// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notify, toast, toastPositions, toastTypes } from '../../../islands/lib/toast.ts'
import { Dialog } from '../../../islands/ui/dialog.tsx'
import { brokenRules } from '../support/axe.ts'

beforeAll(async () => {
  await import('../../../islands/lib/toast-layer.tsx')
})
beforeEach(() => {
  // The clock of a toast stands still while its window is not the one in use.
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  vi.useFakeTimers()
})
afterEach(async () => {
  await passes(60_000)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = (text: string) => screen.queryByText(text)?.closest('.toast') ?? null

test('a toast with no options is a success, at the bottom right, for three seconds', async () => {
  notify('Saved.')
  await passes(10)
  expect(shown('Saved.')?.className).toContain('toast-success')
  expect(shown('Saved.')?.getAttribute('role')).toBe('status')
  expect(shown('Saved.')?.parentElement?.className).toBe('toasts toasts-bottom-right')
  await passes(2900)
  expect(shown('Saved.')?.className).not.toContain('toast-leaving')
  await passes(200)
  expect(shown('Saved.')?.className).toContain('toast-leaving')
  await passes(150)
  expect(shown('Saved.')).toBeNull()
})

test('an error toast stands at the bottom for five seconds and is announced as an alert', async () => {
  toast.error('It failed.')
  await passes(10)
  expect(shown('It failed.')?.className).toContain('toast-error')
  expect(shown('It failed.')?.getAttribute('role')).toBe('alert')
  expect(shown('It failed.')?.parentElement?.className).toBe('toasts toasts-bottom-center')
  await passes(4900)
  expect(shown('It failed.')).not.toBeNull()
  await passes(400)
  expect(shown('It failed.')).toBeNull()
})

test('the time of a toast stands still while the mouse is over it', async () => {
  notify('Read me.')
  await passes(1000)
  fireEvent.mouseEnter(shown('Read me.') as Element)
  await passes(20_000)
  expect(shown('Read me.')).not.toBeNull()
  fireEvent.mouseLeave(shown('Read me.') as Element)
  await passes(1900)
  expect(shown('Read me.')?.className).not.toContain('toast-leaving')
  await passes(400)
  expect(shown('Read me.')).toBeNull()
})

test('a click dismisses a toast, and so does its button', async () => {
  notify('One.')
  toast.error('Two.')
  await passes(10)
  fireEvent.click(shown('One.') as Element)
  const button = shown('Two.')?.querySelector('button')
  expect(button?.getAttribute('aria-label')).toBe('Dismiss')
  fireEvent.click(button as Element)
  await passes(200)
  expect(shown('One.')).toBeNull()
  expect(shown('Two.')).toBeNull()
})

test('one toast at a time stands at a position; the next comes when the first has faded', async () => {
  notify('First.')
  notify('Second.')
  notify('Third.', { position: 'top' })
  await passes(10)
  expect(shown('First.')).not.toBeNull()
  expect(shown('Third.')).not.toBeNull()
  await passes(3000)
  expect(shown('Second.')).toBeNull()
  await passes(450)
  expect(shown('First.')).toBeNull()
  expect(shown('Second.')).not.toBeNull()
})

test.each(toastPositions)('a toast can stand at %s', async (position) => {
  notify('Here.', { position })
  await passes(10)
  const place = position.includes('-') ? position : `${position}-center`
  expect(shown('Here.')?.parentElement?.className).toBe(`toasts toasts-${place}`)
})

test.each(toastTypes)('a toast can be of type %s', async (type) => {
  notify('Kind.', { type })
  await passes(10)
  expect(shown('Kind.')?.className).toContain(`toast-${type}`)
})

test('over an open dialog a toast stands inside it, where it can be pressed, and outlives it', async () => {
  const { unmount } = render(
    <Dialog title="Pay" onClose={() => {}}>
      text
    </Dialog>,
  )
  toast.error('Refused.')
  await passes(10)
  expect(shown('Refused.')?.closest('dialog')).not.toBeNull()
  unmount()
  expect(shown('Refused.')?.closest('dialog')).toBeNull()
})

test('a toast breaks no rule of access', async () => {
  vi.useRealTimers()
  toast.error('Checked.')
  await screen.findByText('Checked.')
  expect(await brokenRules(document.body)).toEqual([])
  fireEvent.click(shown('Checked.') as Element)
  await vi.waitFor(() => expect(shown('Checked.')).toBeNull())
  vi.useFakeTimers()
})
