import { messagesTexts } from './messages-texts.ts'

/** Options of the Service and User Group selects, in display order. Source: specification 2, section 2; E-067 */
export const smsServiceOptions = () =>
  [
    ['power', messagesTexts.power()],
    ['cabletv', messagesTexts.cabletv()],
    ['airtime', messagesTexts.airtime()],
    ['vtu_data', messagesTexts.data()],
    ['other', messagesTexts.other()],
  ] as const

export const messageServiceOptions = () =>
  [
    ['power', messagesTexts.power()],
    ['cabletv', messagesTexts.cabletv()],
    ['airtime', messagesTexts.airtime()],
    ['vtu_data', messagesTexts.data()],
    ['holiday', messagesTexts.holidays()],
    ['other', messagesTexts.other()],
  ] as const

export const userGroupOptions = () =>
  [
    ['guest_user', messagesTexts.guests()],
    ['registered_user', messagesTexts.registeredUser()],
    ['all_users', messagesTexts.allUsers()],
  ] as const

export const messageTypeOptions = () =>
  [
    ['text', messagesTexts.textType()],
    ['image', messagesTexts.imageType()],
    ['text_image', messagesTexts.textImageType()],
    ['subscription', messagesTexts.subscriptionType()],
  ] as const
