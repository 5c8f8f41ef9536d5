import { describe, expect, test } from 'vitest'
import { networkOfPhone } from '../../../islands/purchase/network-of-phone.ts'

const networks = [{ code: 'mtn' }, { code: 'airtel' }, { code: 'glo' }, { code: 't2' }]

describe('the network of a phone number’s prefix', () => {
  test.each([
    ['0803', 'mtn'],
    ['0803 123 4567', 'mtn'],
    ['+234 802 345 6789', 'airtel'],
    ['2348051234567', 'glo'],
    ['09091234567', 't2'],
  ])('"%s" has a prefix of %s', (inputText, code) =>
    expect(networkOfPhone(inputText, networks)?.code).toBe(code),
  )

  test.each([
    ['', 'no input'],
    ['080', 'an incomplete prefix'],
    ['08011234567', 'a network that is not sold'],
    ['07071234567', 'published lists disagree'],
    ['07021234567', 'published lists disagree'],
    ['+447911123456', 'another country'],
  ])('"%s" has no known network: %s', (inputText) => expect(networkOfPhone(inputText, networks)).toBeNull())

  test('a network that is not sold now is not suggested', () => {
    expect(networkOfPhone('0803', [{ code: 'glo' }])).toBeNull()
  })
})
