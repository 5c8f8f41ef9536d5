import { expect, test } from 'vitest'
import {
  messageServiceOptions,
  messageTypeOptions,
  smsServiceOptions,
  userGroupOptions,
} from '../../../islands/management/message-options.ts'
import {
  messageServices,
  messageTypes,
  smsServices,
  userGroups,
} from '../../../shared/management/messages.ts'

const valuesOf = (options: readonly (readonly [value: string, text: string])[]) =>
  options.map(([value]) => value)
const textsOf = (options: readonly (readonly [value: string, text: string])[]) =>
  options.map(([, text]) => text)

test('the selects of messages have the specified options in the specified order', () => {
  const services = ['Power', 'Cable TV', 'Airtime', 'Data']
  expect(textsOf(messageServiceOptions())).toEqual([...services, 'Holidays', 'Other'])
  expect(textsOf(smsServiceOptions())).toEqual([...services, 'Other'])
  expect(textsOf(messageTypeOptions())).toEqual(['Text', 'Image', 'Both (Text, Image)', 'Subscription'])
  expect(textsOf(userGroupOptions())).toEqual(['Guest', 'Registered', 'All Registered'])
  expect(valuesOf(messageServiceOptions())).toEqual(messageServices)
  expect(valuesOf(smsServiceOptions())).toEqual(smsServices)
  expect(valuesOf(messageTypeOptions())).toEqual(messageTypes)
  expect(valuesOf(userGroupOptions())).toEqual(userGroups)
})
