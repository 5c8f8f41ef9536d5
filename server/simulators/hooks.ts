import { randomUUID } from 'node:crypto'
import type { FaultsOf } from './faults.ts'
import type { Ground } from './party.ts'

/** How webhooks can go wrong, whoever sends them. */
export const hookBehaviours = {
  webhook_duplicate: 'Sends the next webhook twice.',
  webhook_lost: 'Never sends the next webhook.',
  webhook_forged:
    'Sends forged copies beside the next webhook: one badly signed, one of a payment never made.',
  webhook_delayed: 'Sends the next webhook 20 seconds late.',
  webhook_reordered: 'Sends the next webhook only after the one that follows it, or after 10 seconds.',
} as const

interface Hook {
  readonly id: string
  readonly body: string
  /** ISO; not before it. */
  readonly dueAt: string
}

type Event = { kind: 'owed'; hook: Hook } | { kind: 'settled'; id: string }

/** Pauses after each unanswered try, seconds; then we give up until a restart. */
const pausesSeconds = [1, 2, 5, 15, 60, 180, 180, 3_600, 3_600, 3_600]
const answerWithinMs = 30_000

/** Webhooks owed to the app: kept over a restart, repeated until they are answered 200. */
export interface Hooks {
  owe(hook: { body: string; reference: string; inMs?: number }): void
  replay(event: unknown): void
  resume(): void
  reset(): void
}

export interface HookParts {
  party: string
  /** Path at the app. */
  path: string
  faults: Pick<FaultsOf<keyof typeof hookBehaviours>, 'strikes'>
  /** The headers that sign a body; `forged` ones are wrong. */
  sign(body: string, forged: boolean): Record<string, string>
  /** Whether the text of a 200 is the one that they wait for; any is, unless this says otherwise. */
  isTaken?(text: string): boolean
}

export function createHooks(ground: Ground, { party, path, faults, sign, isTaken }: HookParts): Hooks {
  const name = `${party}.hooks`
  const open = new Map<string, Hook>()
  const held: Hook[] = []

  function record(event: Event) {
    apply(event)
    ground.journal.append(name, event)
  }

  function apply(event: Event) {
    if (event.kind === 'owed') open.set(event.hook.id, event.hook)
    else open.delete(event.id)
  }

  const post = async (body: string, forged: boolean) => {
    const answered = await fetch(new URL(path, ground.settings.appUrl), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...sign(body, forged) },
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const text = await answered.text()
    return answered.status === 200 && isTaken?.(text) === false ? 0 : answered.status
  }

  async function send(hook: Hook, tries = 0): Promise<void> {
    await ground.journal.durable()
    const status = await post(hook.body, false).catch(() => 0)
    release()
    if (!open.has(hook.id)) return
    if (status === 200) return record({ kind: 'settled', id: hook.id })
    const pause = pausesSeconds[tries]
    if (pause !== undefined) ground.later(ground.paced(pause * 1_000), () => void send(hook, tries + 1))
  }

  function release() {
    for (const hook of held.splice(0)) void send(hook)
  }

  function schedule(hook: Hook) {
    ground.later(Math.max(0, Date.parse(hook.dueAt) - Date.now()), () => void send(hook))
  }

  function forge(body: string, reference: string) {
    const copies = [body, body.replaceAll(reference, `NEVER-${randomUUID().slice(0, 8)}`)]
    for (const copy of copies) void post(copy, true).catch(() => 0)
  }

  return {
    owe({ body, reference, inMs = 0 }) {
      if (faults.strikes('webhook_lost')) return
      if (faults.strikes('webhook_forged')) forge(body, reference)
      const delay = inMs + (faults.strikes('webhook_delayed') ? 20_000 : 0)
      const copies = faults.strikes('webhook_duplicate') ? 2 : 1
      const hold = faults.strikes('webhook_reordered')
      for (let copy = 0; copy < copies; copy += 1) {
        const dueAt = new Date(Date.now() + ground.paced(delay)).toISOString()
        const hook = { id: randomUUID(), body, dueAt }
        record({ kind: 'owed', hook })
        if (hold) held.push(hook)
        else schedule(hook)
      }
      if (hold) ground.later(ground.paced(10_000), release)
    },
    replay: (event) => apply(event as Event),
    resume() {
      for (const hook of open.values()) schedule(hook)
    },
    reset() {
      open.clear()
      held.length = 0
    },
  }
}
