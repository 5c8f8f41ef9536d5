import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type BulkPurchase,
  type BulkRowState,
  type BulkWithRows,
  bulkTemplate,
  checkBulk,
  getBulk,
  startBulk,
} from '../../shared/bulk.ts'
import { askAccount, askAccountFile } from '../account/ask-account.ts'
import { ApiError, noAnswerText, tell, toast } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'

/** How often a file that is being checked or bought is looked at. */
const lookMs = 3_000

type Doing = 'idle' | 'checking' | 'opening' | 'starting' | 'saving'

/** One file of purchases at a time: checked, looked at, started, watched to its end. */
export function useBulk(files: BulkPurchase[]) {
  const [all, setAll] = useState(files)
  const [open, setOpen] = useState<BulkWithRows | null>(null)
  const [filter, setFilter] = useState<BulkRowState | ''>('')
  const [doing, setDoing] = useState<Doing>('idle')
  const [message, setMessage] = useState<string | null>(null)
  const busy = useRef(false)

  function take(file: BulkWithRows): void {
    setOpen(file)
    setAll((was) => [file, ...was.filter(({ id }) => id !== file.id)].sort(newestFirst))
  }

  async function once(what: Doing, work: () => Promise<void>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setDoing(what)
    setMessage(null)
    try {
      await work()
    } catch (error) {
      setMessage(error instanceof ApiError ? error.message : noAnswerText)
    }
    busy.current = false
    setDoing('idle')
  }

  const read = async (id: string, state: BulkRowState | '') =>
    (await askAccount(getBulk, { params: { id }, query: state ? { state } : {}, quiet: true }))?.data

  const check = (file: File) =>
    once('checking', async () => {
      const checked = (await askAccount(checkBulk, { file }))?.data
      if (checked) {
        setFilter('')
        take(checked)
      }
    })

  const show = (id: string, state: BulkRowState | '' = '') =>
    once('opening', async () => {
      const found = (await askAccount(getBulk, { params: { id }, query: state ? { state } : {} }))?.data
      if (found) {
        setFilter(state)
        take(found)
      }
    })

  const start = ({ id }: BulkPurchase) =>
    once('starting', async () => {
      const envelope = await askAccount(startBulk, { params: { id }, key: `bulk:${id}` })
      if (!envelope) return
      toast.success(envelope.message)
      const now = await read(id, filter)
      if (now) take(now)
    })

  async function more(): Promise<void> {
    const cursor = open?.next
    if (!open || !cursor) return
    await once('opening', async () => {
      const query = { cursor, ...(filter && { state: filter }) }
      const part = (await askAccount(getBulk, { params: { id: open.id }, query }))?.data
      if (part) setOpen({ ...part, rows: [...open.rows, ...part.rows] })
    })
  }

  async function save(work: () => Promise<Blob | null>, name: string): Promise<void> {
    await once('saving', async () => {
      try {
        const file = await work()
        if (file) saveFile(file, name)
      } catch (error) {
        tell(error)
      }
    })
  }
  const saveTemplate = () => save(() => askAccountFile(bulkTemplate), 'bulk-template.csv')
  const saveResult = ({ id, file_name }: BulkPurchase) =>
    save(
      () => askAccountFile(getBulk, { params: { id }, query: { format: 'csv' } }),
      `result-${file_name.replace(/\.csv$/i, '')}.csv`,
    )

  const underWay = files.find(isUnderWay)?.id
  const showUnderWay = useEffectEvent((id: string) => void show(id))
  useEffect(() => {
    if (underWay) showUnderWay(underWay)
  }, [underWay])

  const isMoving = open !== null && isUnderWay(open)
  const look = useEffectEvent(async () => {
    // Rows that were asked for beyond the first part stay until the state changes.
    if (busy.current || !open) return
    const now = await read(open.id, filter).catch(() => null)
    if (now && !busy.current) take(now)
  })
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [isMoving])

  return { all, open, filter, doing, message, check, show, start, more, saveTemplate, saveResult }
}
export type Bulk = ReturnType<typeof useBulk>

/** Left in the middle and come back to, it is what the person came for. */
const isUnderWay = ({ state }: BulkPurchase): boolean => state === 'checking' || state === 'running'

const newestFirst = (one: BulkPurchase, other: BulkPurchase) => other.created_at.localeCompare(one.created_at)
