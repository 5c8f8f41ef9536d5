// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { endEarly, useFields, watchEarly } from '../../../islands/lib/early.ts'
import { Button, ChoiceGroup, MoneyField, PhoneField, Picker } from '../../../islands/ui/index.ts'
import { freshPages } from '../support/page.ts'

freshPages()

const remembers = { amount: '2000', phone_number: '0809 999 9999', unknown: 'x' }

function Form({ remembered = false }: { remembered?: boolean }) {
  const { values, set, ready } = useFields(
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
        onValue={(value) => set('meter_type', value)}
        choices={[
          { value: 'prepaid', label: 'Prepaid' },
          { value: 'postpaid', label: 'Postpaid' },
        ]}
      />
      <PhoneField
        label="Phone"
        name="phone_number"
        value={values.phone_number}
        onValue={(it) => set('phone_number', it)}
      />
      <MoneyField label="Amount" name="amount" value={values.amount} onValue={(it) => set('amount', it)} />
      <Picker
        label="Company"
        name="meter_disco"
        placeholder="Choose"
        items={[{ value: 'eko', name: 'Eko' }]}
        value={values.meter_disco}
        onValue={(it) => set('meter_disco', it)}
        required
      />
      <Button type="submit" disabled={ready && !values.amount}>
        Continue
      </Button>
    </form>
  )
}

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

/** The page as the server made it, before any script. */
function served(page = <Form />): HTMLElement {
  const place = document.createElement('div')
  place.innerHTML = renderToString(page)
  document.body.append(place)
  return place
}

async function hydrate(place: HTMLElement, page = <Form />): Promise<void> {
  await act(async () => {
    root = hydrateRoot(place, page)
  })
  endEarly()
}

const amount = () => screen.getByLabelText<HTMLInputElement>('Amount')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })

test('without script a picker is a native select that must be filled in, and Continue can be pressed', () => {
  served()
  const select = screen.getByLabelText<HTMLSelectElement>('Company')
  expect(select.tagName).toBe('SELECT')
  expect(select.required).toBe(true)
  expect(select.name).toBe('meter_disco')
  expect(button().disabled).toBe(false)
})

test('hydration changes nothing of the server’s HTML and then takes over', async () => {
  const place = served()
  await hydrate(place)
  expect(button().disabled).toBe(true)
  expect(screen.getByRole('button', { name: 'Company Choose' })).toBeDefined()
})

test('nothing that was typed or chosen before the script arrived is lost', async () => {
  const place = served()
  await userEvent.type(amount(), '1500')
  await userEvent.click(screen.getByLabelText('Postpaid'))
  await userEvent.selectOptions(screen.getByLabelText('Company'), 'eko')
  screen.getByLabelText('Company').blur()
  watchEarly(place)
  // The script is there, the island's own is still on its way.
  await userEvent.type(screen.getByLabelText('Phone'), '0801')
  await hydrate(place)

  expect(amount().value).toBe('1500')
  expect(screen.getByLabelText<HTMLInputElement>('Postpaid').checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('0801')
  expect(screen.getByRole('button', { name: 'Company Eko' })).toBeDefined()
  expect(button().disabled).toBe(false)
})

test('a list that is open is not taken away; it is enhanced when it is left', async () => {
  const place = served()
  screen.getByLabelText('Company').focus()
  watchEarly(place)
  await hydrate(place)
  expect(screen.getByLabelText('Company').tagName).toBe('SELECT')
  await act(async () => screen.getByLabelText('Company').blur())
  expect(screen.getByRole('button', { name: 'Company Choose' })).toBeDefined()
})

test('a remembered form fills the fields, and what was typed early wins over it', async () => {
  const place = served(<Form remembered />)
  await userEvent.type(amount(), '700')
  watchEarly(place)
  await hydrate(place, <Form remembered />)
  expect(amount().value).toBe('700')
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('0809 999 9999')
})
