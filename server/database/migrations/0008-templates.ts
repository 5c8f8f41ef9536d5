import { type Kysely, sql } from 'kysely'

type Template = readonly [type: string, name: string, subject: string, body: string]

const mails: readonly Template[] = [
  [
    'power',
    'Token again',
    'Your electricity token',
    '<p>Dear customer,</p><p>Here is the token of your purchase. Please enter it on your meter without spaces.</p><p>If the meter rejects it, reply to this e-mail with your meter number.</p>',
  ],
  [
    'power',
    'Delay at the electricity company',
    'Your electricity is on its way',
    '<p>Dear customer,</p><p>The electricity company answers slowly at the moment. Your payment is safe: the token comes by SMS and e-mail as soon as we have it, or your money goes back.</p><p><strong>Please do not pay again.</strong></p>',
  ],
  [
    'cabletv',
    'Subscription renewed',
    'Your TV subscription',
    '<p>Dear customer,</p><p>Your subscription was renewed. Please leave your decoder on for a few minutes. If the channels do not come back, dial your network or reply to this e-mail.</p>',
  ],
  [
    'airtime',
    'Airtime sent',
    'Your airtime',
    '<p>Dear customer,</p><p>Your airtime was sent. Dial *310# to see your balance.</p>',
  ],
  [
    'vtu_data',
    'Data sent',
    'Your data',
    '<p>Dear customer,</p><p>Your data was sent. Dial *323# to see what is left.</p>',
  ],
  [
    'holiday',
    'Season greeting',
    'Happy holidays',
    '<p>Dear customer,</p><p>We wish you and your family happy holidays. Electricity, cable TV, airtime and data can be bought every day, at any hour.</p>',
  ],
  [
    'other',
    'Planned work',
    'Planned work on our service',
    '<p>Dear customer,</p><p>We work on our service for a short time. Orders that are paid are looked after; new ones can be made again soon.</p>',
  ],
]

const texts: readonly Template[] = [
  [
    'power',
    'Delay',
    '',
    'Dear customer, the electricity company is slow now. Your payment is safe. Your token comes by SMS, or your money goes back. Please do not pay again.',
  ],
  [
    'cabletv',
    'Renewed',
    '',
    'Dear customer, Your subscription was successful. Please leave your decoder on for a few minutes.',
  ],
  ['airtime', 'Sent', '', 'Dear customer, Your subscription was successful. Dial *310# to see your balance.'],
  [
    'vtu_data',
    'Sent',
    '',
    'Dear customer, Your subscription was successful. Dial *323# to see what is left.',
  ],
  [
    'other',
    'Planned work',
    '',
    'Dear customer, we work on our service for a short time. Orders that are paid are looked after.',
  ],
]

/** The first texts that managers choose from; they change them as they like. */
export async function seedTemplates(db: Kysely<unknown>): Promise<void> {
  for (const [channel, some] of [
    ['email', mails],
    ['sms', texts],
  ] as const) {
    for (const [type, name, subject, body] of some) {
      await sql`insert into templates (channel, type, name, subject, body)
        values (${channel}, ${type}, ${name}, ${subject}, ${body})`.execute(db)
    }
  }
}
