// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import ErrorPage from '../../../islands/management/error.tsx'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { mockApi, success } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const page = { signedIn: true, simulated: false, brandName: 'Sanwo', note: null, helpUrl: '/help' }

test('a page that failed can be opened again, and a missing one leads to the overview', async () => {
  respond(getManagementOverview, () => success(overview()))
  const failed = render(
    <ErrorPage {...page} heading="Something went wrong" message="Please try again." isMissing={false} />,
  )
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to the overview' })).toHaveAttribute('href', '/management')
  expect(await accessibilityViolations(failed.container)).toEqual([])
  failed.unmount()
  render(<ErrorPage {...page} heading="Page not found" message="" isMissing />)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to the overview' })).toHaveAttribute('href', '/management')
})
