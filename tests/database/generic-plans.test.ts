import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createCompany, toCsv } from '../support/company.ts'
import { createTestDatabase } from '../support/database.ts'
import { startTestApp } from '../support/test-app.ts'

test('every test uses generic plans, as a busy connection does', async () => {
  const { db, drop } = await createTestDatabase()
  onTestFinished(drop)
  const { rows } = await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(
    db.q,
  )
  expect(rows[0]?.mode).toBe('force_generic_plan')
})

test('a company uploads eight files: after five executions PostgreSQL may use a generic plan', async () => {
  const app = await startTestApp()
  const company = await createCompany(app)
  for (let file = 0; file < 8; file++) {
    const { httpStatus, data } = await company.checkFile(toCsv(['power,1,ikeja,prepaid,,2000,08031234567']))
    expect(httpStatus, `file ${file + 1}`).toBe(200)
    await company.waitForState(data.id, 'ready')
  }
})
