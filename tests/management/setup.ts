import { sql } from 'kysely'
import { hashSecret } from '../../server/accounts/password.ts'
import { type ManagerScope, scopes } from '../../shared/scopes.ts'
import type { TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

export const correctPin = '246810'
/** Computed once, since it is slow by design. */
let cached: Promise<string> | undefined

/** A manager with a PIN; with every scope unless some are named. */
export async function createTestManager(
  app: TestApp,
  granted: readonly ManagerScope[] = scopes,
): Promise<TestUser> {
  const person = await createUser(app)
  cached ??= hashSecret(correctPin)
  await app.db.q
    .updateTable('users')
    .set({ role: 'manager', scopes: [...granted], name: 'Musa Danjuma', pin_hash: await cached })
    .where('id', '=', person.id)
    .execute()
  return person
}

/** Runs the work while the database rejects every row of the audit log. */
export async function withFailingAuditLog<T>({ db }: TestApp, work: () => Promise<T>): Promise<T> {
  await sql`create function writes_nothing() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log is full'; end $$`.execute(db.q)
  await sql`create trigger writes_nothing before insert on audit_log
    for each row execute function writes_nothing()`.execute(db.q)
  try {
    return await work()
  } finally {
    await sql`drop function writes_nothing() cascade`.execute(db.q)
  }
}

/** The number of audit events of this action on this subject. */
export async function countAuditEvents({ db }: TestApp, action: string, subject: string): Promise<number> {
  const events = await db.q
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', action)
    .where('subject', '=', subject)
    .execute()
  return events.length
}
