import { parse } from '@formatjs/icu-messageformat-parser'
import { afterEach, describe, expect, expectTypeOf, test } from 'vitest'
import { defineTexts, resetLanguage, setLanguage } from '../../shared/i18n.ts'

const texts = defineTexts('orders', {
  title: "Your orders can't be shown",
  greeting: 'Hello {name}, you have {count, plural, one {# order} other {# orders}}.',
  terms: 'By paying you accept our <terms>terms of {company}</terms>.',
})

afterEach(resetLanguage)

const phoneText = defineTexts('phone', { credited: 'Airtime for phone {phone}' })

describe('Interface texts', () => {
  test('a text without values is shown as written', () => {
    expect(texts.title()).toBe("Your orders can't be shown")
  })

  test('an apostrophe quotes a tag, and stays within a word', () => {
    const quoted = defineTexts('quoted', {
      plain: "The meter's owner, we'll check it",
      quoted: "Use '<b>' for bold",
      doubled: "It''s here",
    })
    expect(quoted.plain()).toBe("The meter's owner, we'll check it")
    expect(quoted.quoted()).toBe('Use <b> for bold')
    expect(quoted.doubled()).toBe("It's here")
  })

  test('values are inserted, and the plural form follows the number', () => {
    expect(texts.greeting({ name: 'Ada', count: 1 })).toBe('Hello Ada, you have 1 order.')
    expect(texts.greeting({ name: 'Ada', count: 1200 })).toBe('Hello Ada, you have 1,200 orders.')
  })

  test('a value is inserted as written, with braces, tags and escape sequences', () => {
    const name = '{count} <terms> \\u003cb\\u003e \\x41'
    expect(texts.greeting({ name, count: 2 })).toBe(`Hello ${name}, you have 2 orders.`)
  })

  test('a marked part is rendered by the caller', () => {
    const parts = texts.terms({ company: 'Sanwo', terms: (chunks) => ({ link: chunks.join('') }) })
    expect(parts).toEqual(['By paying you accept our ', { link: 'terms of Sanwo' }, '.'])
  })

  test('a translation replaces a text, with the plural rules of its language', () => {
    setLanguage('pl', {
      'orders.greeting': '{name}: {count, plural, one {# zakup} few {# zakupy} other {# zakupów}}',
    })
    expect(texts.greeting({ name: 'Ada', count: 3 })).toBe('Ada: 3 zakupy')
    expect(texts.title()).toBe("Your orders can't be shown")
    resetLanguage()
    expect(texts.greeting({ name: 'Ada', count: 3 })).toBe('Hello Ada, you have 3 orders.')
  })

  test('a message that the build has parsed gives the same text', () => {
    setLanguage('en', { 'orders.greeting': parse(texts.greeting.message) })
    expect(texts.greeting({ name: 'Ada', count: 2 })).toBe('Hello Ada, you have 2 orders.')
  })

  test('a text names its id and its English message', () => {
    expect(texts.title.id).toBe('orders.title')
    expect(texts.greeting.message).toContain('{count, plural')
  })

  test('a missing or unknown value does not compile', () => {
    expectTypeOf(texts.title).toBeCallableWith()
    expectTypeOf(texts.greeting)
      .parameter(0)
      .toEqualTypeOf<Readonly<Record<'name' | 'count', string | number>>>()
    // "phone" ends like the plural form "one".
    expectTypeOf(phoneText.credited).parameter(0).toEqualTypeOf<Readonly<Record<'phone', string | number>>>()
    // @ts-expect-error: the number of orders is missing
    const incomplete = () => texts.greeting({ name: 'Ada' })
    // @ts-expect-error: the text has no such value
    const unknown = () => texts.greeting({ name: 'Ada', count: 1, phone: '' })
    // @ts-expect-error: the link is missing
    const unlinked = () => texts.terms({ company: 'Sanwo' })
    expect([incomplete, unknown, unlinked]).toHaveLength(3)
  })
})
