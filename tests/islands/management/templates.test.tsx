// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { TemplateTools } from '../../../islands/management/template-tools.tsx'
import { createTemplate, deleteTemplate, updateTemplate } from '../../../shared/management/messages.ts'
import { mockApi, success, waitForToast } from '../support/api.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const greeting = { id: 't1', name: 'Greeting', subject: 'Hello', default_message: '<p>Hello.</p>' }
const draft = { type: 'other', message_type: 'email', subject: 'Hello', message: '<p>Hello.</p>' } as const
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a message is saved as a named template and then selected', async () => {
  const requests = respond(createTemplate, () => success(greeting, 'The template is saved.'))
  const onChanged = vi.fn()
  render(<TemplateTools {...draft} template={undefined} onChanged={onChanged} />)
  expect(screen.queryByRole('button', { name: 'Remove template' })).toBeNull()
  await clickButton('Save as template')
  await userEvent.type(screen.getByLabelText('Template name'), 'Greeting{Enter}')
  await waitFor(() => expect(onChanged).toHaveBeenCalledWith('t1'))
  expect(requests[0]?.body).toEqual({ ...greeting, id: undefined, type: 'other', message_type: 'email' })
  await waitForToast('The template is saved.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the selected template can be updated or deleted; an empty message cannot be saved', async () => {
  const updateRequests = respond(updateTemplate, () => success(greeting, 'Changed.'))
  const onChanged = vi.fn()
  const view = render(
    <TemplateTools {...draft} message="<p>New.</p>" template={greeting} onChanged={onChanged} />,
  )
  await clickButton('Change template')
  await waitFor(() => expect(onChanged).toHaveBeenLastCalledWith('t1'))
  expect(updateRequests[0]?.body).toMatchObject({ name: 'Greeting', default_message: '<p>New.</p>' })
  respond(deleteTemplate, () => success({}, 'Removed.'))
  await clickButton('Remove template')
  await waitFor(() => expect(onChanged).toHaveBeenLastCalledWith(''))
  view.rerender(<TemplateTools {...draft} message="" template={undefined} onChanged={onChanged} />)
  expect(screen.getByRole('button', { name: 'Save as template' }).hasAttribute('disabled')).toBe(true)
})
