// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  Button,
  CopyButton,
  DetailsList,
  Dialog,
  ErrorBoundary,
  ErrorSummary,
  Overlay,
  Picker,
  PickerDialog,
  StatusDisplay,
  serviceTiles,
  TextField,
} from '../../../islands/ui/index.ts'
import { tiles } from '../../../shared/constants.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { consoleErrors, resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()

const companies = [
  { value: 'ikeja', name: 'Ikeja Electric', detail: 'Lagos', logo: '/logos/ikedc.svg' },
  { value: 'abuja', name: 'Abuja Electricity', detail: 'FCT, Kogi, Nasarawa, Niger' },
  { value: 'eko', name: 'Eko Electricity', detail: 'Lagos' },
]

function Companies({ items = companies, error }: { items?: typeof companies; error?: string }) {
  const [value, setValue] = useState('')
  return (
    <Picker
      label="Electricity company"
      id="disco"
      name="meter_disco"
      placeholder="Choose your company"
      items={items}
      value={value}
      onValueChange={setValue}
      error={error}
      search
      required
    />
  )
}
const picker = () => screen.getByRole('button', { name: /Electricity company/ })

test('a picker opens a list, closes on selection, and restores the focus', async () => {
  const { container } = render(<Companies error="Please choose." />)
  expect(picker().textContent).toContain('Choose your company')
  expect(await accessibilityViolations(container)).toEqual([])
  await userEvent.click(picker())
  const dialog = screen.getByRole('dialog', { name: 'Electricity company' })
  expect(await accessibilityViolations(dialog)).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: /Abuja/ }))

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(picker())
  expect(picker().textContent).toContain('Abuja Electricity')
  expect(document.querySelector<HTMLInputElement>('[name=meter_disco]')?.value).toBe('abuja')
})

test('the picker search matches names and states, case-insensitively', async () => {
  render(<Companies />)
  await userEvent.click(picker())
  const listed = () => screen.getAllByRole('listitem').map((item) => item.textContent)
  await userEvent.type(screen.getByRole('searchbox'), 'LAGOS')
  expect(listed()).toEqual(['Ikeja ElectricLagos', 'Eko ElectricityLagos'])
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.type(screen.getByRole('searchbox'), 'abuja')
  expect(listed()).toHaveLength(1)
  await userEvent.type(screen.getByRole('searchbox'), 'x')
  expect(screen.getByRole('status').textContent).toBe('No match found!')
})

test('an empty picker list shows a message and no search', async () => {
  render(<Companies items={[]} />)
  await userEvent.click(picker())
  expect(screen.getByRole('status').textContent).toBe('No data...')
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('Enter in the picker search selects the only match and never submits the form behind it', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Companies />
      <button type="submit">Continue</button>
    </form>,
  )
  await userEvent.click(picker())
  await userEvent.type(screen.getByRole('searchbox'), 'lagos{Enter}')
  expect(screen.getByRole('dialog')).toBeDefined()
  await userEvent.type(screen.getByRole('searchbox'), '{Backspace>5/}eko{Enter}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(picker().textContent).toContain('Eko Electricity')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('the first letter of a name replaces a logo that cannot be loaded', () => {
  const { container } = render(
    <PickerDialog title="Network" items={companies.slice(0, 1)} onPick={vi.fn()} onClose={() => {}} />,
  )
  const logo = container.ownerDocument.querySelector('.picker-item img')
  expect(logo?.getAttribute('src')).toBe('/logos/ikedc.svg')
  fireEvent.error(logo as Element)
  expect(container.ownerDocument.querySelector('.picker-item img')).toBeNull()
  expect(screen.getByText('I', { selector: '.picker-initial' }).getAttribute('aria-hidden')).toBe('true')
  screen.getByRole('button', { name: /^Ikeja Electric/ })
})

test('arrow keys move through a picker’s list', async () => {
  const picked = vi.fn()
  render(<PickerDialog title="Network" items={companies} onPick={picked} onClose={() => {}} />)
  await userEvent.tab()
  while (!document.activeElement?.matches('.picker-item')) await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  expect(picked.mock.calls).toEqual([['abuja']])
})

function Opening({ locked = false, onlyByButton = false }: { locked?: boolean; onlyByButton?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && (
        <Dialog
          title="Ways to pay"
          locked={locked}
          closeButtonOnly={onlyByButton}
          onClose={() => setOpen(false)}
        >
          <p>Choose one.</p>
        </Dialog>
      )}
    </>
  )
}
const dialog = () => screen.queryByRole('dialog', { name: 'Ways to pay' })

test('a dialog takes the focus, closes by Escape or its button, and restores the focus', async () => {
  render(<Opening />)
  await userEvent.click(screen.getByText('Open'))
  expect(document.activeElement).toBe(dialog())
  await userEvent.keyboard('{Escape}')
  expect(dialog()).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('Open'))

  await userEvent.keyboard('{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(dialog()).toBeNull()
})

test('Back closes only the dialog in front, and a cancelled file choice closes none', () => {
  const [closeOuter, closeInner] = [vi.fn(), vi.fn()]
  render(
    <Dialog title="Order" onClose={closeOuter}>
      <input type="file" aria-label="Evidence" />
      <Dialog title="Refund" onClose={closeInner}>
        Amount
      </Dialog>
    </Dialog>,
  )
  screen.getByLabelText('Evidence').dispatchEvent(new Event('cancel', { bubbles: true }))
  expect(closeOuter).not.toHaveBeenCalled()
  screen.getByRole('dialog', { name: 'Refund' }).dispatchEvent(new Event('cancel', { cancelable: true }))
  expect(closeInner).toHaveBeenCalledOnce()
  expect(closeOuter).not.toHaveBeenCalled()
})

test('a dialog focuses its first field', () => {
  const { rerender } = render(
    <Dialog title="Report" onClose={vi.fn()}>
      <input type="hidden" />
      <input aria-label="Reference" disabled />
      <textarea aria-label="What happened?" />
      <button type="button">Send</button>
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByLabelText('What happened?'))
  rerender(
    <Dialog key="picker" title="Add" onClose={vi.fn()}>
      <Picker name="bank" label="Bank" value="" onValueChange={vi.fn()} items={[]} placeholder="Choose" />
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Bank Choose' }))
})

test('a search field of a dialog takes the focus, except on a touch screen', () => {
  const list = () => (
    <Dialog key={Math.random()} title="Banks" onClose={vi.fn()}>
      <input type="search" aria-label="Search" />
    </Dialog>
  )
  const { rerender } = render(list())
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }))
  rerender(list())
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Banks' }))
})

test('a click outside closes a dialog, a click inside does not', async () => {
  render(<Opening />)
  await userEvent.click(screen.getByText('Open'))
  await userEvent.click(screen.getByText('Choose one.'))
  expect(dialog()).not.toBeNull()
  await userEvent.click(dialog() as HTMLElement)
  expect(dialog()).toBeNull()
})

test('the second click of a double click on the opener does not affect the dialog', async () => {
  render(<Opening />)
  await userEvent.click(screen.getByText('Open'))
  fireEvent.click(dialog() as HTMLElement, { detail: 2 })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }), { detail: 2 })
  expect(dialog()).not.toBeNull()
  fireEvent.click(screen.getByText('Choose one.'), { detail: 1 })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }), { detail: 2 })
  expect(dialog()).toBeNull()
})

test('a locked dialog cannot be closed', async () => {
  render(<Opening locked />)
  await userEvent.click(screen.getByText('Open'))
  await userEvent.keyboard('{Escape}{Escape}')
  await userEvent.click(dialog() as HTMLElement)
  expect(dialog()).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})

/** Simulates Chrome closing the dialog on a second Back, which pages cannot prevent. */
function closeAsBrowser() {
  const element = dialog() as HTMLElement
  element.removeAttribute('open')
  fireEvent(element, new Event('close'))
}

test.each([{ locked: true }, { onlyByButton: true }])(
  'a dialog that cannot be dismissed reopens when the browser closes it: %j',
  async (props) => {
    render(<Opening {...props} />)
    await userEvent.click(screen.getByText('Open'))
    closeAsBrowser()
    expect(dialog()).not.toBeNull()
  },
)

test('a dialog closed by the browser is closed for the page too, and can be opened again', async () => {
  render(<Opening />)
  await userEvent.click(screen.getByText('Open'))
  closeAsBrowser()
  expect(dialog()).toBeNull()
  await userEvent.click(screen.getByText('Open'))
  expect(dialog()).not.toBeNull()
})

test('a busy button ignores clicks, also as a submit button', async () => {
  const pressed = vi.fn()
  const submitted = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const { rerender } = render(
    <form onSubmit={submitted}>
      <Button type="submit" busy onClick={pressed}>
        Continue
      </Button>
    </form>,
  )
  await userEvent.dblClick(screen.getByRole('button'))
  expect(pressed).not.toHaveBeenCalled()
  expect(submitted).not.toHaveBeenCalled()
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
  rerender(
    <form onSubmit={submitted}>
      <Button type="submit">Continue</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(submitted).toHaveBeenCalledOnce()
})

test('the error summary takes the focus on each submit and links to the fields', async () => {
  const page = (submits: number) => (
    <>
      <ErrorSummary
        submitCount={submits}
        errors={[{ id: 'amount', message: 'Amount is required.' }, { message: 'Try again.' }]}
      />
      <TextField label="Amount" id="amount" value="" onValueChange={() => {}} />
    </>
  )
  const { rerender, container } = render(page(0))
  expect(document.activeElement).toBe(document.body)
  rerender(page(1))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'There is a problem' }))
  await userEvent.click(screen.getByRole('link', { name: 'Amount is required.' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Amount'))
  rerender(page(2))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'There is a problem' }))
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a text longer than 15 characters takes the full row of the details', async () => {
  const { container } = render(
    <DetailsList
      items={[
        { label: 'Meter', value: '123456789012345' },
        { label: 'Address', value: '1234567890123456' },
        { label: 'Total', value: <b>₦5,100.00</b>, strong: true },
      ]}
    />,
  )
  const rows = screen.getAllByRole('term').map((term) => term.parentElement?.className)
  expect(rows).toEqual(['detail', 'detail detail-full', 'detail detail-strong'])
  expect(await accessibilityViolations(container)).toEqual([])
})

test('the copy button copies the token and confirms it', async () => {
  const user = userEvent.setup()
  render(<CopyButton text="1234 5678" />)
  await user.click(screen.getByRole('button', { name: 'Copy token' }))
  expect(await navigator.clipboard.readText()).toBe('1234 5678')
  await waitFor(() => screen.getByText('Token copied successfully!'))
})

test('a failed copy shows an error', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'))
  render(<CopyButton text="1234" />)
  await user.click(screen.getByRole('button'))
  await waitFor(() => screen.getByText('Failed to copy token. Please try again.'))
})

test.each(['success', 'error', 'warning', 'info', 'not-found'] as const)(
  'the status display renders %s',
  async (kind) => {
    const { container } = render(
      <StatusDisplay kind={kind} title="No record found" level={1}>
        <p>Go on.</p>
      </StatusDisplay>,
    )
    expect(container.querySelector(`.status-${kind}`)).not.toBeNull()
    expect(screen.getByRole('heading', { level: 1, name: 'No record found' })).toBeDefined()
    expect(await accessibilityViolations(container)).toEqual([])
  },
)

test('the overlay names the operation in progress', () => {
  render(<Overlay text="Processing..." />)
  expect(screen.getByRole('status').textContent).toBe('Processing...')
})

function Broken(): never {
  throw new Error('broken island')
}

test('a failing island leaves the other islands intact', () => {
  render(
    <>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
      <p>Neighbour</p>
    </>,
  )
  expect(screen.getByText('Something went wrong here.')).toBeDefined()
  expect(screen.getByText('Neighbour')).toBeDefined()
  expect(consoleErrors().length).toBeGreaterThan(0)
})

test('every tile has an icon', () => {
  for (const tile of tiles) {
    const { Icon } = serviceTiles[tile]
    const { container } = render(<Icon />)
    expect(container.querySelector('path')?.getAttribute('d')).toBeTruthy()
  }
})
