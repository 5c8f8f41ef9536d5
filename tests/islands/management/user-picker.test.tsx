// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UserPicker } from '../../../islands/management/user-picker.tsx'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()

test('a user picker hydrates with the server’s HTML and then gets a random ten-character id', () => {
  const pickers = <UserPicker user={null} onChoose={() => {}} />
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(pickers)
  // React logs any hydration mismatch, which fails the test.
  render(pickers, { container, hydrate: true })
  expect(screen.getByRole('button', { name: 'User Select a User' }).id).toMatch(/^[A-Z0-9]{10}$/)
})
