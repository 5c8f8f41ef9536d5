import { randomUUID } from 'node:crypto'
import type { ProviderFaults } from './faults.ts'
import type { SimulatorContext } from './provider.ts'

/** Webhook faults of every provider. */
export const webhookBehaviours = {
  webhook_duplicate: 'Sends the next webhook twice.',
  webhook_lost: 'Never sends the next webhook.',
  webhook_forged: 'Sends forged copies with the next webhook: one badly signed, one of a payment never made.',
  webhook_delayed: 'Sends the next webhook 20 seconds late.',
  webhook_reordered: 'Sends the next webhook only after the one that follows it, or after 10 seconds.',
} as const

interface Webhook {
  readonly id: string
  readonly body: string
  /** Earliest delivery time, ISO. */
  readonly dueAt: string
}

type Event = { kind: 'owed'; hook: Webhook } | { kind: 'settled'; id: string }

/** Retry delays after each failed delivery, in seconds; after the last, no retry until a restart. */
const retryDelaysSeconds = [1, 2, 5, 15, 60, 180, 180, 3_600, 3_600, 3_600]
const responseTimeoutMs = 30_000

/** Pending webhooks: persisted across restarts and retried until the app responds 200. */
export interface Webhooks {
  enqueue(webhook: { body: string; reference: string; inMs?: number }): void
  replay(event: unknown): void
  resume(): void
  reset(): void
}

export interface WebhookDeps {
  provider: string
  /** Path of the app's webhook endpoint. */
  path: string
  faults: Pick<ProviderFaults<keyof typeof webhookBehaviours>, 'consume'>
  /** Signature headers for a body; invalid when `forged`. */
  sign(body: string, isForged: boolean): Record<string, string>
  /** Whether the body of a 200 response is an acknowledgement; by default every body is. */
  isAccepted?(text: string): boolean
}

export function createWebhooks(
  context: SimulatorContext,
  { provider, path, faults, sign, isAccepted }: WebhookDeps,
): Webhooks {
  const name = `${provider}.hooks`
  const unacknowledged = new Map<string, Webhook>()
  const deferred: Webhook[] = []

  function record(event: Event) {
    apply(event)
    context.journal.append(name, event)
  }

  function apply(event: Event) {
    if (event.kind === 'owed') {
      unacknowledged.set(event.hook.id, event.hook)
      context.pendingWebhooks.add(event.hook.id)
    } else {
      unacknowledged.delete(event.id)
      context.pendingWebhooks.delete(event.id)
    }
  }

  const post = async (body: string, isForged: boolean) => {
    const response = await fetch(new URL(path, context.settings.appUrl), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...sign(body, isForged) },
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTimeoutMs),
    })
    const text = await response.text()
    return response.status === 200 && isAccepted?.(text) === false ? 0 : response.status
  }

  async function send(webhook: Webhook, attemptCount = 0): Promise<void> {
    await context.journal.waitUntilWritten()
    const status = await post(webhook.body, false).catch(() => 0)
    release()
    if (!unacknowledged.has(webhook.id)) return
    if (status === 200) return record({ kind: 'settled', id: webhook.id })
    const delaySeconds = retryDelaysSeconds[attemptCount]
    if (delaySeconds !== undefined)
      context.setTimer(context.startDelay(delaySeconds * 1_000), () => void send(webhook, attemptCount + 1))
  }

  function release() {
    for (const webhook of deferred.splice(0)) void send(webhook)
  }

  function schedule(webhook: Webhook) {
    context.setTimer(Math.max(0, Date.parse(webhook.dueAt) - Date.now()), () => void send(webhook))
  }

  /** Records a pending webhook; a deferred one is sent after the webhook that follows it. */
  function add(body: string, delayMs: number, isDeferred: boolean) {
    const dueAt = new Date(Date.now() + context.startDelay(delayMs)).toISOString()
    const webhook = { id: randomUUID(), body, dueAt }
    record({ kind: 'owed', hook: webhook })
    if (isDeferred) deferred.push(webhook)
    else schedule(webhook)
  }

  function forge(body: string, reference: string) {
    const copies = [body, body.replaceAll(reference, `NEVER-${randomUUID().slice(0, 8)}`)]
    for (const copy of copies) void post(copy, true).catch(() => 0)
  }

  return {
    enqueue({ body, reference, inMs = 0 }) {
      if (faults.consume('webhook_lost')) return
      if (faults.consume('webhook_forged')) forge(body, reference)
      const delay = inMs + (faults.consume('webhook_delayed') ? 20_000 : 0)
      const copies = faults.consume('webhook_duplicate') ? 2 : 1
      const isDeferred = faults.consume('webhook_reordered')
      for (let copy = 0; copy < copies; copy += 1) add(body, delay, isDeferred)
      if (isDeferred) context.setTimer(context.startDelay(10_000), release)
    },
    replay: (event) => apply(event as Event),
    resume() {
      for (const webhook of unacknowledged.values()) schedule(webhook)
    },
    reset() {
      for (const id of unacknowledged.keys()) context.pendingWebhooks.delete(id)
      unacknowledged.clear()
      deferred.length = 0
    },
  }
}
