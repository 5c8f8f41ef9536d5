import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJournal } from '../../server/simulators/journal.ts'

test('events of an earlier release are replayed with the current keys', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-'))
  const file = join(folder, 'events.jsonl')
  const vend = { requestId: 'R-1', servedKobo: 100, servedTo: '11', handle: 'T-1', hiddenFor: 2 }
  const lines = [
    JSON.stringify({ party: 'vtpass', event: { kind: 'vended', vend } }),
    JSON.stringify({ party: 'vtpass', event: { kind: 'asked', requestId: 'R-1' } }),
    JSON.stringify({ party: 'monnify', event: { kind: 'refunded', course: { end: 'FAILED' } } }),
    '{"party":"paystack","event":{"is":"failed","because":"declined"}}',
    '',
  ]
  await writeFile(file, lines.join('\n'))
  const journal = await openJournal(file)
  const events: unknown[] = []
  await journal.replay((_, event) => events.push(event))
  await journal.close()
  await rm(folder, { recursive: true })
  expect(events).toEqual([
    {
      kind: 'vended',
      vend: {
        requestId: 'R-1',
        vendedKobo: 100,
        vendedBeneficiary: '11',
        requeryKey: 'T-1',
        hiddenRequeries: 2,
      },
    },
    { kind: 'requeried', requestId: 'R-1' },
    { kind: 'refunded', outcome: { end: 'FAILED' } },
    { type: 'failed', reason: 'declined' },
  ])
})
