import { expect, test } from 'vitest'
import { createLog } from '../../server/http/index.ts'
import { startPolling } from '../../server/jobs/index.ts'
import { inWorkContext, setCurrentOrder } from '../../server/telemetry/index.ts'
import { eventually } from '../support/test-app.ts'

function openLog() {
  const lines: Record<string, unknown>[] = []
  const log = createLog({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}

test('without tracing, the log lines of one request share a trace id and name its order', async () => {
  const { log, lines } = openLog()
  await inWorkContext(async () => {
    log.info('before')
    setCurrentOrder({ id: 'order-1', reference: 'ABCDEFGHJKLM' })
    await Promise.resolve()
    log.info('after')
  })
  inWorkContext(() => log.info('another'))
  const [before, after, another] = lines
  expect(before?.trace_id).toMatch(/^[\da-f]{32}$/)
  expect(after).toMatchObject({ trace_id: before?.trace_id, order_id: 'order-1' })
  expect(another?.trace_id).not.toBe(before?.trace_id)
  // The reference alone opens a receipt.
  expect(JSON.stringify(lines)).not.toContain('ABCDEFGHJKLM')
})

test('each poll of a periodic check logs under a trace id of its own', async () => {
  const { log, lines } = openLog()
  const poll = async () => {
    log.info('polled')
    return 1
  }
  const poller = startPolling(1, poll, log)
  await eventually(async () => lines.length >= 2)
  await poller.stop()
  const ids = lines.map((line) => line.trace_id)
  expect(ids.every((id) => typeof id === 'string' && /^[\da-f]{32}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})
