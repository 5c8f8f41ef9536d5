import type { Notification } from '../../../shared/notifications.ts'

const commonFields = {
  subject: 'Your electricity token',
  description: 'It is here.',
  reference: null,
  link: null,
}

export const notification = (overrides: Partial<Notification> = {}): Notification => ({
  id: '6f0c1de2-3c55-4b0a-9d3e-0a7a4be0a001',
  read_at: null,
  created_at: '2026-11-21T10:00:00.000Z',
  data: {
    service: 'power',
    ...commonFields,
    details: {
      data: {
        token: '12345678901234567890',
        units: '35.2',
        amount: 5_000,
        meter_number: '11000000000',
        disco: { description: 'Ikeja Electric' },
      },
    },
  },
  ...overrides,
})

export const otherKinds: Notification['data'][] = [
  {
    service: 'airtime',
    ...commonFields,
    details: { data: { amount: 500, phone_number: '08031112222', vtu_network: 'MTN' } },
  },
  {
    service: 'cable',
    ...commonFields,
    details: {
      data: {
        service_bundle: 'DStv Compact',
        amount: 15_700,
        smartcard_number: '1212121212',
        tv_network: 'DStv',
      },
    },
  },
  {
    service: 'data',
    ...commonFields,
    details: { data: { vtu_data_bundle: '1 GB', amount: 300, device_id: '08055556666', vtu_network: 'Glo' } },
  },
]
