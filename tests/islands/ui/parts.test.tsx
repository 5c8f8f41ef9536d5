// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import {
  Boundary,
  Button,
  CopyButton,
  DetailsList,
  Dialog,
  ErrorSummary,
  Overlay,
  Picker,
  PickerDialog,
  StatusDisplay,
  TextField,
  tileIcons,
} from '../../../islands/ui/index.ts'
import { tiles } from '../../../shared/constants.ts'
import { brokenRules } from '../support/axe.ts'
import { complaints, freshPages } from '../support/page.ts'

freshPages()

const companies = [
  { value: 'ikeja', name: 'Ikeja Electric', line: 'Lagos', logo: '/logos/ikedc.svg' },
  { value: 'abuja', name: 'Abuja Electricity', line: 'FCT, Kogi, Nasarawa, Niger' },
  { value: 'eko', name: 'Eko Electricity', line: 'Lagos' },
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
      onValue={setValue}
      error={error}
      search
      required
    />
  )
}
const picker = () => screen.getByRole('button', { name: /Electricity company/ })

test('a picker opens a list, closes when one is chosen, and gives the focus back', async () => {
  const { container } = render(<Companies error="Please choose." />)
  expect(picker().textContent).toContain('Choose your company')
  expect(await brokenRules(container)).toEqual([])
  await userEvent.click(picker())
  const dialog = screen.getByRole('dialog', { name: 'Electricity company' })
  expect(await brokenRules(dialog)).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: /Abuja/ }))

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(picker())
  expect(picker().textContent).toContain('Abuja Electricity')
  expect(document.querySelector<HTMLInputElement>('[name=meter_disco]')?.value).toBe('abuja')
})

test('the search of a picker looks at names and states, whatever the case', async () => {
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

test('an empty list says so and offers no search', async () => {
  render(<Companies items={[]} />)
  await userEvent.click(picker())
  expect(screen.getByRole('status').textContent).toBe('No data...')
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('Enter in the search of a picker takes the one that was found, and never sends the form behind it', async () => {
  const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={sent}>
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
  expect(sent).not.toHaveBeenCalled()
})

test('the list of a picker is walked with the arrow keys', async () => {
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
          onlyByButton={onlyByButton}
          onClose={() => setOpen(false)}
        >
          <p>Choose one.</p>
        </Dialog>
      )}
    </>
  )
}
const dialog = () => screen.queryByRole('dialog', { name: 'Ways to pay' })

test('a dialog takes the focus, closes by Escape or its button, and gives the focus back', async () => {
  render(<Opening />)
  await userEvent.click(screen.getByText('Open'))
  expect(dialog()?.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(dialog()).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('Open'))

  await userEvent.keyboard('{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(dialog()).toBeNull()
})

test('a press outside closes a dialog, a press inside does not', async () => {
  render(<Opening />)
  await userEvent.click(screen.getByText('Open'))
  await userEvent.click(screen.getByText('Choose one.'))
  expect(dialog()).not.toBeNull()
  await userEvent.click(dialog() as HTMLElement)
  expect(dialog()).toBeNull()
})

test('a locked dialog stays, whatever is pressed', async () => {
  render(<Opening locked />)
  await userEvent.click(screen.getByText('Open'))
  await userEvent.keyboard('{Escape}{Escape}')
  await userEvent.click(dialog() as HTMLElement)
  expect(dialog()).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})

/** As Chrome does on a second Back, which no page can hold up. */
function closeAsBrowser() {
  const it = dialog() as HTMLElement
  it.removeAttribute('open')
  fireEvent(it, new Event('close'))
}

test.each([{ locked: true }, { onlyByButton: true }])(
  'a dialog that must stay opens again when the browser closes it: %j',
  async (how) => {
    render(<Opening {...how} />)
    await userEvent.click(screen.getByText('Open'))
    closeAsBrowser()
    expect(dialog()).not.toBeNull()
  },
)

test('a dialog that the browser closes is closed for the page too, and opens again', async () => {
  render(<Opening />)
  await userEvent.click(screen.getByText('Open'))
  closeAsBrowser()
  expect(dialog()).toBeNull()
  await userEvent.click(screen.getByText('Open'))
  expect(dialog()).not.toBeNull()
})

test('a busy button is deaf, also as the submit of its form', async () => {
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

test('the summary of errors takes the focus on each submit and leads to the fields', async () => {
  const page = (submits: number) => (
    <>
      <ErrorSummary
        submits={submits}
        errors={[{ id: 'amount', says: 'Amount is required.' }, { says: 'Try again.' }]}
      />
      <TextField label="Amount" id="amount" value="" onValue={() => {}} />
    </>
  )
  const { rerender, container } = render(page(0))
  expect(document.activeElement).toBe(document.body)
  rerender(page(1))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Please check these' }))
  await userEvent.click(screen.getByRole('link', { name: 'Amount is required.' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Amount'))
  rerender(page(2))
  expect(document.activeElement).toBe(screen.getByRole('region'))
  expect(await brokenRules(container)).toEqual([])
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
  expect(await brokenRules(container)).toEqual([])
})

test('copying puts the token on the clipboard and says so', async () => {
  const user = userEvent.setup()
  render(<CopyButton text="1234 5678" />)
  await user.click(screen.getByRole('button', { name: 'Copy token' }))
  expect(await navigator.clipboard.readText()).toBe('1234 5678')
  await waitFor(() => screen.getByText('Token copied successfully!'))
})

test('a clipboard that cannot be written is told', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'))
  render(<CopyButton text="1234" />)
  await user.click(screen.getByRole('button'))
  await waitFor(() => screen.getByText('Failed to copy token. Please try again.'))
})

test.each(['success', 'error', 'warning', 'info', 'not-found'] as const)(
  'the status display knows %s',
  async (kind) => {
    const { container } = render(
      <StatusDisplay kind={kind} title="No record found" level={1}>
        <p>Go on.</p>
      </StatusDisplay>,
    )
    expect(container.querySelector(`.status-${kind}`)).not.toBeNull()
    expect(screen.getByRole('heading', { level: 1, name: 'No record found' })).toBeDefined()
    expect(await brokenRules(container)).toEqual([])
  },
)

test('the overlay says what is being done', () => {
  render(<Overlay text="Processing..." />)
  expect(screen.getByRole('status').textContent).toBe('Processing...')
})

function Broken(): never {
  throw new Error('broken island')
}

test('an island that breaks leaves its neighbours standing', () => {
  render(
    <>
      <Boundary>
        <Broken />
      </Boundary>
      <p>Neighbour</p>
    </>,
  )
  expect(screen.getByText('This part of the page stopped working.')).toBeDefined()
  expect(screen.getByText('Neighbour')).toBeDefined()
  expect(complaints().length).toBeGreaterThan(0)
})

test('every tile has its picture', () => {
  for (const tile of tiles) {
    const Icon = tileIcons[tile]
    const { container } = render(<Icon />)
    expect(container.querySelector('path')?.getAttribute('d')).toBeTruthy()
  }
})
