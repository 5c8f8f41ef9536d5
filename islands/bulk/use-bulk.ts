import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  allBulk,
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

/** A file that is being checked or bought is looked at this often, and less often after the first looks. */
const lookMs = 3_000
const laterMs = 10_000
const firstLooks = 20

type Doing = 'idle' | 'checking' | 'opening' | 'starting' | 'saving'

/** Which rows are shown. `after`: the cursor of each page that was turned to, the last one being shown. */
interface View {
  readonly filter: BulkRowState | ''
  readonly after: readonly string[]
}
const firstRows: View = { filter: '', after: [] }

/** One file of purchases at a time: checked, looked at, started, watched to its end. */
export function useBulk(files: BulkPurchase[]) {
  const [all, setAll] = useState(files)
  const [open, setOpen] = useState<BulkWithRows | null>(null)
  const [view, setView] = useState(firstRows)
  const [doing, setDoing] = useState<Doing>('idle')
  const [failure, setFailure] = useState<{ at: Doing; text: string } | null>(null)
  /** The last answer about the open file, and whether one was missed since. */
  const [seenAt, setSeenAt] = useState('')
  const [isLost, setLost] = useState(false)
  const busy = useRef(false)
  const deeds = useRef(0)

  function take(file: BulkWithRows, shown: View = view): void {
    setOpen(file)
    setView(shown)
    setSeenAt(new Date().toISOString())
    setLost(false)
    setAll((was) => [file, ...was.filter(({ id }) => id !== file.id)].sort(newestFirst))
  }

  async function once(what: Doing, work: () => Promise<void>): Promise<void> {
    if (busy.current) return
    busy.current = true
    deeds.current++
    setDoing(what)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure({ at: what, text: error instanceof ApiError ? error.message : noAnswerText })
    }
    busy.current = false
    setDoing('idle')
  }

  const read = async (id: string, { filter, after }: View, quiet = false) => {
    const cursor = after.at(-1)
    const query = { ...(filter && { state: filter }), ...(cursor && { cursor }) }
    return (await askAccount(getBulk, { params: { id }, query, quiet }))?.data
  }

  const check = (file: File) =>
    once('checking', async () => {
      try {
        const checked = (await askAccount(checkBulk, { file }))?.data
        if (checked) take(checked, firstRows)
      } catch (error) {
        if (mayBeTaken(error)) await findAgain()
        throw error
      }
    })

  /** Where the answer was lost the file may have been taken all the same: then it is there to be looked at. */
  async function findAgain(): Promise<void> {
    const now = (await askAccount(allBulk, { quiet: true }).catch(() => null))?.data
    if (!now) return
    setAll(now)
    const taken = now.find((it) => isUnderWay(it) && all.every(({ id }) => id !== it.id))
    const found = taken && (await read(taken.id, firstRows, true).catch(() => null))
    if (found) take(found, firstRows)
  }

  const show = (id: string, shown: View = firstRows) =>
    once('opening', async () => {
      const found = await read(id, shown)
      if (found) take(found, shown)
    })
  const choose = (filter: BulkRowState | '') => open && show(open.id, { filter, after: [] })
  const later = () => open?.next && show(open.id, { ...view, after: [...view.after, open.next] })
  const earlier = () => open && show(open.id, { ...view, after: view.after.slice(0, -1) })

  const start = ({ id }: BulkPurchase) =>
    once('starting', async () => {
      const envelope = await askAccount(startBulk, { params: { id }, key: `bulk:${id}` })
      if (!envelope) return
      toast.success(envelope.message)
      const now = await read(id, view, true)
      if (now) take(now)
    })

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
    if (busy.current || !open) return
    const before = deeds.current
    const now = await read(open.id, view, true).catch(() => null)
    if (busy.current || deeds.current !== before) return
    if (now) take(now)
    else setLost(true)
  })
  useEffect(() => {
    if (!isMoving) return
    let looks = 0
    let isOver = false
    const lookAgain = async () => {
      await look()
      if (!isOver) timer = setTimeout(lookAgain, ++looks < firstLooks ? lookMs : laterMs)
    }
    let timer = setTimeout(lookAgain, lookMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isMoving])

  return {
    all,
    open,
    view,
    doing,
    failure,
    seenAt,
    isLost,
    check,
    show,
    choose,
    later,
    earlier,
    start,
    saveTemplate,
    saveResult,
  }
}
export type Bulk = ReturnType<typeof useBulk>

/** No answer, a broken one, or one that another file is being checked: what was sent may be there. */
const mayBeTaken = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 409 || error.status >= 500

/** Left in the middle and come back to, it is what the person came for. */
const isUnderWay = ({ state }: BulkPurchase): boolean => state === 'checking' || state === 'running'

const newestFirst = (one: BulkPurchase, other: BulkPurchase) => other.created_at.localeCompare(one.created_at)
