import { sql } from 'kysely'
import { serviceNames } from '../../shared/constants.ts'
import { audit, type Deed } from '../audit/index.ts'
import type { Database, Tx } from '../database/index.ts'
import { raiseAlarm } from './alarm.ts'
import type { OperationsParts } from './parts.ts'
import { type Broken, brokenRules, type Rule, rules, type Scope } from './rules/index.ts'

/**
 * Asks every rule of the books. What is broken stops the selling of the service it concerns and is told to
 * ALERT_TO, once; what holds again lets it sell. A rule that is known to be broken is asked of everything.
 * @returns how many breaches are open
 */
export async function scanRules(parts: OperationsParts, scope: Scope = 'recent'): Promise<number> {
  const known = await parts.db.q
    .selectFrom('breaches')
    .select('rule')
    .distinct()
    .where('ended_at', 'is', null)
    .execute()
  const open = new Set(known.map((it) => it.rule))
  const asked = rules.map((rule) => ({ rule, scope: open.has(rule.name) ? ('all' as const) : scope }))
  const broken = await brokenRules(parts.db, asked)
  const changed = await parts.db.inTransaction(async (tx) => {
    const found = await writeDown(parts, tx, broken)
    const ended = await endOthers(tx, broken)
    return found + ended
  })
  if (changed > 0) {
    parts.selling.forget()
    parts.wakeOutbox()
  }
  return broken.length
}

async function writeDown(parts: OperationsParts, tx: Tx, broken: readonly Broken[]): Promise<number> {
  let fresh = 0
  for (const it of broken) {
    const row = await tx
      .insertInto('breaches')
      .values({ ...it, ended_at: null, accepted_at: null, accepted_by: null, accepted_why: null })
      .onConflict((conflict) =>
        conflict.columns(['rule', 'subject']).where('ended_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!row) continue
    fresh += 1
    const detail = { rule: it.rule, says: it.says }
    await audit(tx, { by: 'system', action: 'breach.found', subject: it.subject, detail })
    await raiseAlarm(parts, tx, {
      onceKey: `breach:${row.id}`,
      subject: `rule ${it.rule} is broken`,
      says: [
        `${ruleOf(it)?.says ?? it.rule}: this does not hold for ${it.subject}.`,
        it.says,
        `${it.service ? serviceNames[it.service] : 'Every service'} takes no new orders until it holds again, or until somebody accepts it: npm run books -- accept ${row.id} "why".`,
      ],
    })
  }
  return fresh
}

const ruleOf = (it: Broken): Rule | undefined => rules.find((rule) => rule.name === it.rule)

async function endOthers(tx: Tx, broken: readonly Broken[]): Promise<number> {
  const ended = await tx
    .updateTable('breaches')
    .set({ ended_at: sql<Date>`business_now()` })
    .where('ended_at', 'is', null)
    .$if(broken.length > 0, (it) =>
      it.where((not) =>
        not.not(
          not(
            not.refTuple('rule', 'subject'),
            'in',
            broken.map((one) => not.tuple(one.rule, one.subject)),
          ),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/** Somebody knows of a breach and takes it on: its service sells again. @returns false when there is no such open breach */
export const acceptBreach = (
  db: Database,
  id: bigint,
  { by, why }: { by: Deed['by']; why: string },
): Promise<boolean> =>
  db.inTransaction(async (tx) => {
    const row = await tx
      .updateTable('breaches')
      .set({
        accepted_at: sql<Date>`business_now()`,
        accepted_by: typeof by === 'string' ? by : by.userId,
        accepted_why: why,
      })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('accepted_at', 'is', null)
      .returning(['rule', 'subject'])
      .executeTakeFirst()
    if (!row) return false
    await audit(tx, { by, action: 'breach.accept', subject: row.subject, detail: { rule: row.rule, why } })
    return true
  })
