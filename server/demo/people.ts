import type { Service } from '../../shared/constants.ts'

/** Customers of the demo month. They have no password: only the printed demo users can sign in. */
export interface DemoCustomer {
  readonly name: string
  readonly email: string
  readonly phone: string
}

const names = [
  'Chinedu Nwosu',
  'Aisha Bello',
  'Emeka Obi',
  'Funke Adebayo',
  'Ibrahim Sani',
  'Ifeoma Okeke',
  'Yusuf Garba',
  'Blessing Effiong',
  'Segun Ogunleye',
  'Halima Abubakar',
  'Obinna Eze',
  'Titilayo Akande',
  'Uche Nnamdi',
  'Zainab Lawan',
  'Kunle Afolabi',
  'Amaka Chukwu',
  'Sadiq Mohammed',
  'Grace Udoh',
  'Dapo Fashola',
  'Rukayat Salami',
  'Victor Edet',
  'Hauwa Isah',
  'Tobi Martins',
  'Ngozi Anyanwu',
] as const

export const demoCustomers: readonly DemoCustomer[] = names.map((name, index) => ({
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
  phone: `+234803100${String(index).padStart(4, '0')}`,
}))

export const streets = [
  '12 Allen Avenue, Ikeja',
  '4 Bode Thomas Street, Surulere',
  '27 Aminu Kano Crescent, Wuse',
  '8 Ring Road, Ibadan',
  '15 Ogui Road, Enugu',
  '33 Aba Road, Port Harcourt',
  '6 Ahmadu Bello Way, Kaduna',
] as const

/** Messages of tickets about delivered orders of a service, with the reply to an answered one. */
export const ticketTexts: readonly (readonly [Service, message: string, answer: string])[] = [
  [
    'power',
    'I paid and the page closed before I saw my token.',
    'Your token was sent by SMS; it is also on the page of your order.',
  ],
  [
    'power',
    'The token says "used" on my meter.',
    'The meter has loaded it already: please check the units on the display.',
  ],
  [
    'cabletv',
    'I entered my old smartcard number.',
    'The company cannot move a subscription. We have asked them for you.',
  ],
  ['airtime', 'When do I get my cashback?', 'It is in your wallet since the airtime was delivered.'],
  ['power', 'Please send the receipt again.', 'We sent it to your e-mail address.'],
  [
    'power',
    'I got fewer units than last month.',
    'The company deducted arrears; the receipt shows the amount.',
  ],
  ['data', 'My data has not arrived.', 'The network confirmed it at 10:42. Please restart the phone.'],
  ['power', 'Can I pay for two meters together?', 'Yes: a company account can upload a file under Bulk.'],
]

/** Campaigns that were sent. */
export const demoCampaignTexts = [
  {
    channel: 'email',
    service: 'power',
    subject: 'Faster tokens this month',
    body: 'Most electricity tokens now arrive within a minute. Thank you for buying with us.',
  },
  {
    channel: 'sms',
    service: 'data',
    subject: null,
    body: 'Buy data for all networks in one place, and get 1% cashback in your wallet.',
  },
] as const
