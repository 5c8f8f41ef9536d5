// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UserPicker } from '../../../islands/management/user-picker.tsx'
import { freshPages } from '../support/page.ts'

freshPages()

test('a user picker in the server’s HTML is the one the browser draws first; then it has ten signs of its own', () => {
  const pickers = <UserPicker chosen={null} onChoose={() => {}} />
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(pickers)
  // React complains of any difference, which fails the test.
  render(pickers, { container, hydrate: true })
  expect(screen.getByRole('button', { name: 'User Select a User' }).id).toMatch(/^[A-Z0-9]{10}$/)
})
