import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import webPush from 'web-push'
import { ConfigError, readConfig } from '../../server/config.ts'
import { createTestConfig } from '../http/setup.ts'

const secret = 'a secret of more than thirty-two characters'
const live = {
  MODE: 'live',
  APP_URL: 'https://sanwo.example',
  PAYSTACK_SECRET_KEY: 'sk_live_x',
  VTPASS_API_KEY: 'a',
  VTPASS_PUBLIC_KEY: 'b',
  VTPASS_SECRET_KEY: 'c',
}
const errorMessageOf = (env: NodeJS.ProcessEnv): string => {
  const { config, remove } = createTestConfig()
  try {
    readConfig({ DATA_DIR: config.dataDir, ...env })
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  } finally {
    remove()
  }
}

test('with PostgreSQL and shared keys, no file is written, and push notifications are off without a VAPID key', () => {
  const { config, remove } = createTestConfig()
  onTestFinished(remove)
  const folder = join(config.dataDir, 'absent')
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://localhost/sanwo',
    SESSION_SECRET: secret,
    DATA_KEYS: secret,
  }
  expect(readConfig(env).push).toBeNull()
  expect(existsSync(folder)).toBe(false)
  const { privateKey } = webPush.generateVAPIDKeys()
  expect(readConfig({ ...env, VAPID_PRIVATE_KEY: privateKey }).push).toMatchObject({ privateKey })
})

describe.each([
  ['simulated', {}],
  ['real', live],
])('with %s money', (_, mode) => {
  test.each([',', `,${secret}`, `${secret},`, ' '.repeat(40), `${' '.repeat(40)},${secret}`])(
    'DATA_KEYS of %j fail the start',
    (DATA_KEYS) => {
      expect(errorMessageOf({ ...mode, DATA_KEYS })).toBe('DATA_KEYS must not have an empty key.')
    },
  )

  test.each(['a', ' '.repeat(40)])('a SESSION_SECRET of %j fails the start', (SESSION_SECRET) => {
    expect(errorMessageOf({ ...mode, SESSION_SECRET })).toBe(
      'SESSION_SECRET must have at least 32 characters.',
    )
  })

  test('several processes on one database need a shared SESSION_SECRET', () => {
    const env = { ...mode, DATABASE_URL: 'postgres://localhost/sanwo', DATA_KEYS: secret }
    expect(errorMessageOf(env)).toBe('SESSION_SECRET is missing: DATABASE_URL needs it.')
    expect(errorMessageOf({ ...env, SESSION_SECRET: secret })).toBe('')
  })
})

test.each(['a', `${secret}, short`])(
  'with real money DATA_KEYS of %j are rejected as too short',
  (DATA_KEYS) => {
    expect(errorMessageOf({ ...live, DATA_KEYS })).toBe(
      'DATA_KEYS must be keys of at least 32 characters each: MODE is live.',
    )
  },
)

test.each([
  'APP_URL',
  'PAYSTACK_URL',
  'FLUTTERWAVE_URL',
  'MONNIFY_URL',
  'VTPASS_URL',
  'BUYPOWER_URL',
  'IRECHARGE_URL',
  'TERMII_URL',
  'AFRICASTALKING_URL',
])('with real money %s must be https, except on localhost', (name) => {
  for (const insecure of ['http://example.com', 'http://10.0.0.1', 'http://127.0.0.1.example.com'])
    expect(errorMessageOf({ ...live, [name]: insecure })).toBe(
      `${name} must be an https address: MODE is live.`,
    )
  for (const safe of [
    'HTTPS://example.com',
    'http://127.0.0.1:9000',
    'http://localhost:3000',
    'http://[::1]:9',
  ])
    expect(errorMessageOf({ ...live, [name]: safe })).toBe('')
})

test('several DATA_KEYS are read newest first, ignoring spaces', () => {
  const { config, remove } = createTestConfig({ DATA_KEYS: ` ${secret} 2 ,${secret} 1` })
  const { config: configWithoutSpaces, remove: removeOther } = createTestConfig({
    DATA_KEYS: `${secret} 2, ${secret} 1`,
  })
  expect(config.dataKeys).toEqual(configWithoutSpaces.dataKeys)
  expect(config.dataKeys).toHaveLength(2)
  remove()
  removeOther()
})
