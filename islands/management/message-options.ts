/** Options of the Service and User Group selects, in display order. Source: specification 2, section 2; E-067 */
export const smsServiceNames = [
  ['power', 'Power'],
  ['cabletv', 'Cable TV'],
  ['airtime', 'Airtime'],
  ['vtu_data', 'Data'],
  ['other', 'Other'],
] as const
export const messageServiceNames = [
  ['power', 'Power'],
  ['cabletv', 'Cable TV'],
  ['airtime', 'Airtime'],
  ['vtu_data', 'Data'],
  ['holiday', 'Holidays'],
  ['other', 'Other'],
] as const
export const userGroupNames = [
  ['guest_user', 'Guest'],
  ['registered_user', 'Registered'],
  ['all_users', 'All Registered'],
] as const
export const messageTypeNames = [
  ['text', 'Text'],
  ['image', 'Image'],
  ['text_image', 'Both (Text, Image)'],
  ['subscription', 'Subscription'],
] as const
