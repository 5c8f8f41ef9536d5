import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { Profile } from '../../shared/accounts.ts'
import { quoteAirtime } from '../../shared/airtime.ts'
import { Bank } from '../../shared/banks.ts'
import {
  DeviceBeneficiary,
  MeterBeneficiary,
  PhoneBeneficiary,
  SmartcardBeneficiary,
  VirtualAccount,
} from '../../shared/beneficiaries.ts'
import { CabletvInfo, CabletvOrder } from '../../shared/cabletv.ts'
import { meterTypes } from '../../shared/constants.ts'
import { quoteData } from '../../shared/data.ts'
import { Template } from '../../shared/management/messages.ts'
import { recordPlatforms } from '../../shared/management/records.ts'
import { PickedUser } from '../../shared/management/users.ts'
import { Notification } from '../../shared/notifications.ts'
import { Disco, MeterInfo, PowerOrder } from '../../shared/power.ts'

const text = (names: string) => names.split(' ')
const beneficiary = text(
  `id uniqueid beneficiary_type number customer_name customer_address additional_notes def_amount def_price
   phone_number virtual_account`.replace(/\s+/g, ' '),
)
const order = text('order_reference amount service_id service_charge total_amount access_token')

const specifiedFields: readonly (readonly [
  name: string,
  schema: z.ZodMiniObject,
  fields: readonly string[],
])[] = [
  ['meter', MeterBeneficiary, [...beneficiary, 'disco', 'type', 'state', 'notes']],
  ['company of a meter', MeterBeneficiary.shape.disco, text('name logo code abbr description')],
  [
    'smartcard',
    SmartcardBeneficiary,
    [
      ...beneficiary,
      ...text(
        'network bouquet tv_bundle_amount service_code tv_network cabletv_network_id cabletv_bouquet_id',
      ),
    ],
  ],
  ['network of a smartcard', SmartcardBeneficiary.shape.network, text('name logo')],
  ['bouquet of a smartcard', SmartcardBeneficiary.shape.bouquet, text('title code')],
  ['phone', PhoneBeneficiary, [...beneficiary, ...text('provider provider_name')]],
  [
    'device',
    DeviceBeneficiary,
    [...beneficiary, ...text('device_id data_provider provider_name code bundle_name')],
  ],
  ['virtual account', VirtualAccount, text('bank_name account_name account_number status note')],
  [
    'verified meter',
    MeterInfo,
    [
      ...order,
      ...text(
        'customer_name customer_address state meter_number meter_type phone_number disco estimated_units',
      ),
    ],
  ],
  [
    'verified smartcard',
    CabletvInfo,
    [...order, ...text('customer_name customer_address customer_number phone_number network bundle')],
  ],
  ['verified airtime', quoteAirtime.data, order],
  ['verified data', quoteData.data, order],
  [
    'delivered electricity',
    PowerOrder,
    text(
      'token units reference meter_number amount created_at customer_address customer_email_address disco',
    ),
  ],
  ['company', Disco, text('logo description')],
  [
    'delivered cable TV',
    CabletvOrder,
    [
      ...text('tv_network network bundle reference smartcard_number customer_number customer_name'),
      ...text('customer_address amount created_at'),
    ],
  ],
  ['notification', Notification, text('id read_at created_at data')],
  [
    'user',
    Profile,
    text('name email phone address bvn bvn_account_name save_activity_logs uniqueid picture'),
  ],
  ['bank', Bank, text('name code')],
  ['template', Template, text('id name subject default_message')],
  ['selected user', PickedUser, text('id name email picture')],
]

test.each(specifiedFields)('a %s has its specified fields', (_, schema, fields) => {
  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining([...fields]))
})

test('meter types, and platforms of records, are the specified ones', () => {
  expect(meterTypes).toEqual(['prepaid', 'postpaid'])
  expect([...recordPlatforms].toSorted()).toEqual(['buypower', 'irecharge'])
})
