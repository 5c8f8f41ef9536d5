// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { restoreLostFocus } from '../../../islands/lib/focus.ts'
import { showToast } from '../../../islands/lib/toast.ts'
import { Dialog } from '../../../islands/ui/index.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
beforeAll(restoreLostFocus)
beforeEach(() => {
  render(<Saved />)
})

const press = async (name: string) => {
  screen.getByRole('button', { name }).focus()
  await userEvent.keyboard('{Enter}')
}
const text = () => document.activeElement?.textContent

function Saved() {
  const [cards, setCards] = useState(['Visa', 'Verve', 'Amex'])
  const [open, setOpen] = useState<string | null>(null)
  const remove = (card: string) => setCards((were) => were.filter((name) => name !== card))
  return (
    <section aria-label="Cards">
      {cards.length > 0 && (
        <ul>
          {cards.map((card) => (
            <li key={card}>
              {card}
              <button type="button" aria-label={`Delete ${card}`} onClick={() => remove(card)} />
              <button type="button" aria-label={`Open ${card}`} onClick={() => setOpen(card)} />
            </li>
          ))}
        </ul>
      )}
      {open && (
        <Dialog title={open} onClose={() => setOpen(null)}>
          <button
            type="button"
            onClick={() => {
              remove(open)
              setOpen(null)
            }}
          >
            Delete it
          </button>
        </Dialog>
      )}
    </section>
  )
}

test('after a card is deleted the focus is on the card that moved up, not on its Delete button', async () => {
  await press('Delete Visa')
  expect(document.activeElement?.tagName).toBe('LI')
  expect(text()).toBe('Verve')
})

test('after the last item is deleted the focus is on the previous one, then on the container', async () => {
  await press('Delete Amex')
  expect(text()).toBe('Verve')
  await press('Delete Visa')
  await press('Delete Verve')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Cards' }))
})

test('a dialog that deleted its opener moves the focus to the content in its place', async () => {
  await press('Open Verve')
  await press('Delete it')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(text()).toBe('Amex')
})

test('the focus goes from a toast that leaves back to the control that had it before', async () => {
  const control = screen.getByRole('button', { name: 'Open Visa' })
  control.focus()
  showToast('Saved.')
  const dismiss = await screen.findByRole('button', { name: 'Dismiss' })
  dismiss.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(dismiss.isConnected).toBe(false))
  await waitFor(() => expect(document.activeElement).toBe(control))
})
