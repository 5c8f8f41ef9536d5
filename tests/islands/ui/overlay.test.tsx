// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Overlay } from '../../../islands/ui/index.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()

const Page = ({ isBusy }: { isBusy: boolean }) => (
  <main>
    <nav>Menu</nav>
    <form aria-label="Form">
      <label>
        Amount <input />
      </label>
      {isBusy && <Overlay text="Processing, please wait..." />}
    </form>
  </main>
)
const isInert = (element: HTMLElement) => element.closest('[inert]') !== null

test('a form in progress cannot be edited by keyboard, and the focus is restored afterwards', async () => {
  const page = render(<Page isBusy={false} />)
  const amount = screen.getByLabelText('Amount')
  amount.focus()
  page.rerender(<Page isBusy />)
  expect(isInert(amount)).toBe(true)
  expect(isInert(screen.getByText('Menu'))).toBe(true)
  expect(isInert(screen.getByText('Processing, please wait...'))).toBe(false)
  // Browsers blur a field that becomes inert.
  amount.blur()
  page.rerender(<Page isBusy={false} />)
  expect(document.querySelectorAll('[inert]')).toHaveLength(0)
  await waitFor(() => expect(amount).toHaveFocus())
})

const DialogWithForm = ({ isBusy }: { isBusy: boolean }) => (
  <dialog open tabIndex={-1}>
    <button type="button">Pause</button>
    {isBusy && <Overlay text="Saving, please wait..." />}
  </dialog>
)

test('in a dialog, which takes the focus itself, the focus is restored too', async () => {
  const page = render(<DialogWithForm isBusy={false} />)
  screen.getByRole('button').focus()
  page.rerender(<DialogWithForm isBusy />)
  screen.getByRole('dialog').focus()
  page.rerender(<DialogWithForm isBusy={false} />)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus())
})
