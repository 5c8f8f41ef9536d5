// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'
import { useFocusOnChange } from '../../../islands/lib/use-focus-on-change.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()

function Step({ step, initial, isShown = true }: { step: number; initial?: number; isShown?: boolean }) {
  const heading = useFocusOnChange<HTMLHeadingElement>(step, initial)
  return (
    <>
      {isShown && (
        <h2 ref={heading} tabIndex={-1}>
          Step
        </h2>
      )}
      <button type="button">Next</button>
    </>
  )
}
const heading = () => screen.getByRole('heading')
const button = () => screen.getByRole('button')

test('an element takes the focus when its value changes, not on the first render', () => {
  const { rerender } = render(<Step step={0} />, { wrapper: StrictMode })
  expect(document.body).toHaveFocus()
  rerender(<Step step={1} />)
  expect(heading()).toHaveFocus()
  act(() => button().focus())
  rerender(<Step step={1} />)
  expect(button()).toHaveFocus()
  rerender(<Step step={0} />)
  expect(heading()).toHaveFocus()
})

test('an element whose value differs from the initial value takes the focus on the first render', () => {
  render(<Step step={1} initial={0} />)
  expect(heading()).toHaveFocus()
})

test('an element that is shown after the change does not take the focus', () => {
  const { rerender } = render(<Step step={1} initial={0} isShown={false} />)
  act(() => button().focus())
  rerender(<Step step={1} initial={0} />)
  expect(button()).toHaveFocus()
})
