// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { avoidControls, keepClear } from '../../../islands/lib/toast-position.ts'

/** A toast at the bottom of a screen 360 × 740 pixels large, above the given content. */
function showToast(content: string): HTMLElement {
  vi.stubGlobal('innerHeight', 740)
  document.body.innerHTML = `${content}<div class="toasts toasts-bottom-center" data-top="668" data-bottom="724"><p>Failed</p></div>`
  const toasts = document.querySelector<HTMLElement>('.toasts') as HTMLElement
  avoidControls(toasts.firstElementChild as HTMLElement)
  return toasts
}
const liftOf = (toasts: HTMLElement) => toasts.style.getPropertyValue('--toast-lift')

vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
  const { top = '0', bottom = '0' } = (this as HTMLElement).dataset
  return new DOMRect(16, Number(top), 328, Number(bottom) - Number(top))
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

test('a toast that covers no control stays at the bottom', () => {
  expect(liftOf(showToast('<button data-top="500" data-bottom="548">Pay</button>'))).toBe('0px')
})

test('a toast moves above the submit button and the field that it would cover', () => {
  const toasts = showToast(
    '<input data-top="600" data-bottom="650"><button type="submit" data-top="660" data-bottom="708">Pay</button>',
  )
  // Its lower edge is 8 pixels above the field, whose upper edge is at 600.
  expect(liftOf(toasts)).toBe('132px')
})

test('a toast moves above the label of a field', () => {
  const toasts = showToast(
    '<label data-top="640" data-bottom="664">Amount</label><input data-top="670" data-bottom="718">',
  )
  expect(liftOf(toasts)).toBe('92px')
})

test('where no place is free in the lower half of the page, a toast covers neither submit button nor reference', () => {
  const toasts = showToast(
    '<textarea data-top="100" data-bottom="600"></textarea><p class="split" data-top="610" data-bottom="650">FKJ67P78GY7A</p><button type="submit" data-top="660" data-bottom="708">Pay</button>',
  )
  expect(liftOf(toasts)).toBe('122px')
})

test('where no place is free in the lower half of the page, a toast leaves the error of a field readable', () => {
  const field = '<input data-top="300" data-bottom="480">'
  const error = '<p class="field-error" data-top="490" data-bottom="600"></p>'
  const submit = '<button type="submit" data-top="610" data-bottom="700">Check file</button>'
  // Above the error, over the field.
  expect(liftOf(showToast(`${field}${error}${submit}`))).toBe('242px')
  // Errors without a place above them are covered, the button is not.
  const otherErrors = '<p class="field-error" data-top="0" data-bottom="485"></p>'
  expect(liftOf(showToast(`${otherErrors}${error}${submit}`))).toBe('122px')
})

test('a toast covers neither the focused error summary nor the submit button where no place is free', () => {
  const summary = '<section class="error-summary" tabindex="-1" data-top="100" data-bottom="300"></section>'
  const fields = '<textarea data-top="310" data-bottom="650"></textarea>'
  const toasts = showToast(
    `${summary}${fields}<button type="submit" data-top="660" data-bottom="708">Pay</button>`,
  )
  document.querySelector<HTMLElement>('.error-summary')?.focus()
  avoidControls(toasts.firstElementChild as HTMLElement)
  expect(liftOf(toasts)).toBe('72px')
})

test('a toast stays clear of a newly focused field until it is removed', () => {
  const toasts = showToast('<textarea data-top="100" data-bottom="730"></textarea>')
  expect(liftOf(toasts)).toBe('0px')
  const stop = keepClear(toasts.firstElementChild as HTMLElement)
  document.querySelector('textarea')?.focus()
  expect(liftOf(toasts)).toBe('632px')
  stop()
  document.querySelector('textarea')?.blur()
  document.body.dispatchEvent(new Event('scrollend'))
  expect(liftOf(toasts)).toBe('632px')
})

test('where no place is free at all, the submit button scrolls out from under the toast', () => {
  const scrollBy = vi.fn()
  vi.stubGlobal('scrollBy', scrollBy)
  const toasts = showToast(
    '<p class="split" data-top="0" data-bottom="650"></p><button type="submit" data-top="660" data-bottom="708">Pay</button>',
  )
  expect(liftOf(toasts)).toBe('')
  expect(scrollBy).toHaveBeenCalledExactlyOnceWith(0, 48)
})

test('in a dialog a toast covers neither its text nor its buttons', () => {
  const dialog = document.createElement('dialog')
  const toasts = showToast('')
  document.body.append(dialog)
  dialog.innerHTML =
    '<p class="dialog-head" data-top="400" data-bottom="450">PIN</p><p data-top="460" data-bottom="520">You approve ₦75,000.00.</p><input data-top="560" data-bottom="610"><button type="submit" data-top="660" data-bottom="708">Verify</button>'
  dialog.append(toasts)
  avoidControls(toasts.firstElementChild as HTMLElement)
  // Above the dialog.
  expect(liftOf(toasts)).toBe('332px')
})
