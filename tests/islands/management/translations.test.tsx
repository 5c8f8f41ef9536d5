// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import Translations from '../../../islands/management/translations.tsx'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import {
  getTranslation,
  getTranslationCounts,
  getTranslations,
  type TranslatedText,
  type TranslationDetails,
  updateTranslation,
} from '../../../shared/management/translations.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const text: TranslatedText = {
  ...{ id: 'field.tooLong', english: 'Please use at most {max} characters.' },
  ...{ translation: 'No pass {max} characters.', state: 'waiting', edited: false },
  english_changed: false,
}
const details: TranslationDetails = {
  ...text,
  ...{ language: 'pcm', version: '7', placeholders: ['{max}'], reviewer: null },
  history: [
    {
      ...{ id: '7', author: 'Musa Danjuma', at: '2026-03-01T12:00:00.000Z', reviewed: false },
      ...{ old: 'Use {max}.', new: 'No pass {max} characters.' },
    },
  ],
}
const page = () => <Translations note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />

function openPage(shown = text) {
  respond(getManagementOverview, () => success(overview()))
  respond(getTranslationCounts, () =>
    success([{ language: 'pcm', total: 1, waiting: 1, missing: 0, reviewed: 0, edited: 0 }]),
  )
  const lists = respond(getTranslations, () => success({ list: [shown], next: null }))
  respond(getTranslation, () => success({ ...details, ...shown }))
  render(page())
  return lists
}

test('a manager corrects a translation, marks it as reviewed and sees it in the list', async () => {
  const lists = openPage()
  expect(await screen.findByText('0 of 1')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit field.tooLong' }))
  const dialog = await screen.findByRole('dialog', { name: 'Translation into Pidgin' })
  const field = await within(dialog).findByLabelText('Translation')
  expect(field).toHaveAccessibleDescription('Placeholders to keep: {max}')
  expect(within(dialog).getByText('Use {max}. → No pass {max} characters.')).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, 'Abeg no pass {{max} letters.')
  await userEvent.click(within(dialog).getByRole('checkbox'))
  const saved = respond(updateTranslation, () => success(details, 'The translation is saved.'))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitForToast('The translation is saved.')
  expect(saved[0]?.body).toEqual({ translation: 'Abeg no pass {max} letters.', reviewed: true })
  expect(saved[0]?.headers.get('if-match')).toBe('"7"')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(lists.length).toBe(2))
})

test('an unusable translation shows the reason next to the field, and a conflict offers the current one', async () => {
  openPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit field.tooLong' }))
  const dialog = await screen.findByRole('dialog')
  const field = await within(dialog).findByLabelText('Translation')
  respond(updateTranslation, () =>
    errorResponse(422, 'Please check the form.', {
      translation: ['The translation must contain {max}, as the English text does.'],
    }),
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(
    await within(dialog).findByText('The translation must contain {max}, as the English text does.'),
  ).toBeVisible()
  expect(field).toBeInvalid()
  respond(updateTranslation, () => ({
    status: 409,
    body: { status: 'error', code: 'TRANSLATION_CHANGED', message: 'Someone else changed this translation.' },
  }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('Someone else changed this translation.')).toBeVisible()
  respond(getTranslation, () => success({ ...details, version: '8', translation: 'No pass {max}.' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reload the translation' }))
  await waitFor(() => expect(within(dialog).getByLabelText('Translation')).toHaveValue('No pass {max}.'))
})

test('a filter is sent to the API, and an empty list shows a message', async () => {
  const lists = openPage()
  await screen.findByRole('button', { name: 'Edit field.tooLong' })
  respond(getTranslations, () => success({ list: [], next: null }))
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'missing')
  expect(await screen.findByText('No texts match.')).toBeVisible()
  expect(lists).toHaveLength(1)
})

test('a translation whose English text has changed is marked in the list and in the editor', async () => {
  openPage({ ...text, edited: true, english_changed: true })
  expect(
    await screen.findByText(
      'Waiting for review · Changed or reviewed here · English text changed · field.tooLong',
    ),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Edit field.tooLong' }))
  expect(await screen.findByText(/^The English text has changed since/)).toBeVisible()
})

test('an outdated translation is shown to copy: in the list for a removed text, otherwise in the editor too', async () => {
  const user = userEvent.setup()
  openPage({ ...text, edited: true, outdated: 'No pass {limit}.' })
  const outdated = await screen.findByText('No pass {limit}.')
  expect(outdated).toHaveAttribute('lang', 'pcm')
  expect(outdated.parentElement).toHaveTextContent(
    'Outdated translation, not shown to customers: No pass {limit}.',
  )
  await user.click(screen.getByRole('button', { name: 'Edit field.tooLong' }))
  await user.click(await screen.findByRole('button', { name: 'Copy the outdated translation' }))
  expect(await navigator.clipboard.readText()).toBe('No pass {limit}.')
})

test('a removed text can be copied and not edited', async () => {
  const user = userEvent.setup()
  openPage({ ...text, translation: null, state: 'removed', edited: true, outdated: 'No pass {limit}.' })
  const copy = await screen.findByRole('button', { name: 'Copy the outdated translation of field.tooLong' })
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
  await user.click(copy)
  expect(await navigator.clipboard.readText()).toBe('No pass {limit}.')
})

test('clearing a search without a match keeps the language', async () => {
  respond(getManagementOverview, () => success(overview()))
  respond(getTranslationCounts, () => success([]))
  respond(getTranslations, () => success({ list: [], next: null }))
  render(page())
  await userEvent.selectOptions(await screen.findByLabelText('Language'), 'Igbo')
  await userEvent.type(screen.getByLabelText('Name, English text or translation'), 'absent')
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Clear the search and filters' }))
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Clear the search and filters' })).toBeNull(),
  )
  expect(screen.getByLabelText('Language')).toHaveDisplayValue('Igbo')
})
