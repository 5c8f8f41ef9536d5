// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { captureEarlyInput, stopCapture, useFields } from '../../../islands/lib/pre-hydration-input.ts'
import { Button, ChoiceGroup, MoneyField, PhoneField, Picker } from '../../../islands/ui/index.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()

const remembers = { amount: '2000', phone_number: '0809 999 9999', unknown: 'x' }

function Form({ remembered = false }: { remembered?: boolean }) {
  const { values, set, isHydrated } = useFields(
    'power',
    { meter_type: 'prepaid', phone_number: '', amount: '', meter_disco: '' },
    remembered ? () => remembers : undefined,
  )
  return (
    <form name="power">
      <ChoiceGroup
        label="Meter type"
        name="meter_type"
        value={values.meter_type}
        onValueChange={(value) => set('meter_type', value)}
        choices={[
          { value: 'prepaid', label: 'Prepaid' },
          { value: 'postpaid', label: 'Postpaid' },
        ]}
      />
      <PhoneField
        label="Phone"
        name="phone_number"
        value={values.phone_number}
        onValueChange={(value) => set('phone_number', value)}
      />
      <MoneyField
        label="Amount"
        name="amount"
        value={values.amount}
        onValueChange={(value) => set('amount', value)}
      />
      <Picker
        label="Company"
        name="meter_disco"
        placeholder="Choose"
        items={[{ value: 'eko', name: 'Eko' }]}
        value={values.meter_disco}
        onValueChange={(value) => set('meter_disco', value)}
        required
      />
      <Button type="submit" disabled={isHydrated && !values.amount}>
        Continue
      </Button>
    </form>
  )
}

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

/** The page as rendered by the server, before hydration. */
function renderServerHtml(page = <Form />): HTMLElement {
  const container = document.createElement('div')
  container.innerHTML = renderToString(page)
  document.body.append(container)
  return container
}

async function hydrate(container: HTMLElement, page = <Form />): Promise<void> {
  await act(async () => {
    root = hydrateRoot(container, page)
  })
  stopCapture()
}

const amount = () => screen.getByLabelText<HTMLInputElement>('Amount')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })

test('without JavaScript a picker is a required native select, and Continue is enabled', () => {
  renderServerHtml()
  const select = screen.getByLabelText<HTMLSelectElement>('Company')
  expect(select.tagName).toBe('SELECT')
  expect(select.required).toBe(true)
  expect(select.name).toBe('meter_disco')
  expect(button().disabled).toBe(false)
})

test('hydration keeps the server’s HTML and then enhances it', async () => {
  const container = renderServerHtml()
  await hydrate(container)
  expect(button().disabled).toBe(true)
  expect(screen.getByRole('button', { name: 'Company Choose' })).toBeDefined()
})

test('no input or selection made before hydration is lost', async () => {
  const container = renderServerHtml()
  await userEvent.type(amount(), '1500')
  await userEvent.click(screen.getByLabelText('Postpaid'))
  await userEvent.selectOptions(screen.getByLabelText('Company'), 'eko')
  screen.getByLabelText('Company').blur()
  captureEarlyInput(container)
  // The entry script has run; the island's own chunk is still loading.
  await userEvent.type(screen.getByLabelText('Phone'), '0801')
  await hydrate(container)

  expect(amount().value).toBe('1500')
  expect(screen.getByLabelText<HTMLInputElement>('Postpaid').checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('0801')
  expect(screen.getByRole('button', { name: 'Company Eko' })).toBeDefined()
  expect(button().disabled).toBe(false)
})

test('an open native select is not replaced; it is enhanced on blur', async () => {
  const container = renderServerHtml()
  screen.getByLabelText('Company').focus()
  captureEarlyInput(container)
  await hydrate(container)
  expect(screen.getByLabelText('Company').tagName).toBe('SELECT')
  await act(async () => screen.getByLabelText('Company').blur())
  expect(screen.getByRole('button', { name: 'Company Choose' })).toBeDefined()
})

test('a stored form fills the fields, and input typed before hydration takes precedence', async () => {
  const container = renderServerHtml(<Form remembered />)
  await userEvent.type(amount(), '700')
  captureEarlyInput(container)
  await hydrate(container, <Form remembered />)
  expect(amount().value).toBe('700')
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('0809 999 9999')
})
