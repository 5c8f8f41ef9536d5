// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PinDialog } from '../../../islands/management/pin-dialog.tsx'
import { verifyPin } from '../../../shared/security.ts'
import { errorResponse, mockApi, success } from '../support/api.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const pinField = () => screen.getByLabelText('Your 6-digit PIN')
const button = () => screen.getByRole('button', { name: 'Verify Pin' })

function open(): string[] {
  const verified: string[] = []
  render(<PinDialog onClose={() => undefined} onVerified={(pin) => verified.push(pin)} />)
  return verified
}

test('the PIN field accepts six digits only, and is sent as pin', async () => {
  const requests = respond(verifyPin, () => success({}))
  const verified = open()
  expect(button()).toBeDisabled()
  await userEvent.type(pinField(), '2a7-491')
  expect(pinField()).toHaveValue('27491')
  expect(button()).toBeDisabled()
  await userEvent.type(pinField(), '63')
  expect(pinField()).toHaveValue('274916')
  await userEvent.click(button())
  await waitFor(() => expect(verified).toEqual(['274916']))
  expect(requests.map(({ body }) => body)).toEqual([{ pin: '274916' }])
})

test('the form is disabled and dimmed while the PIN is verified, and a wrong PIN is entered again', async () => {
  const response = Promise.withResolvers<void>()
  respond(verifyPin, async () => {
    await response.promise
    return errorResponse(422, 'Incorrect PIN.', { pin: ['Incorrect PIN.'] })
  })
  const verified = open()
  await userEvent.type(pinField(), '111111')
  await userEvent.click(button())
  const form = pinField().closest('form')
  await waitFor(() => expect(form).toHaveAttribute('aria-busy', 'true'))
  await userEvent.type(pinField(), '{Backspace}')
  expect(pinField()).toHaveValue('111111')
  response.resolve()
  await waitFor(() => expect(form).toHaveAttribute('aria-busy', 'false'))
  expect(pinField()).toHaveAccessibleDescription('Incorrect PIN.')
  expect(screen.getAllByText('Incorrect PIN.')).toHaveLength(1)
  expect(pinField()).toHaveValue('')
  expect(pinField()).toHaveFocus()
  expect(verified).toEqual([])
})
