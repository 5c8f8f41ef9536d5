import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type BulkPurchase,
  type BulkPurchaseWithRows,
  type BulkRowState,
  checkBulkFile,
  getBulkPlans,
  getBulkPurchase,
  getBulkPurchases,
  getBulkTemplate,
  startBulkPurchase,
} from '../../shared/bulk.ts'
import { accountDownload, accountRequest } from '../account/account-request.ts'
import { noResponseText, RequestError, toast, toastError } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'

/** Poll interval of a bulk purchase in progress; slower after the first polls. */
const pollMs = 3_000
const slowPollMs = 10_000
const fastPolls = 20

type BulkOperation = 'idle' | 'checking' | 'opening' | 'starting' | 'saving'

/** Visible rows. `cursors`: cursor of each opened page; the last one is the visible page. */
interface View {
  readonly filter: BulkRowState | ''
  readonly cursors: readonly string[]
}
const firstRows: View = { filter: '', cursors: [] }

/** State of bulk purchases: uploads, opens, starts and polls one at a time. */
export function useBulkPurchases(initial: BulkPurchase[]) {
  const [purchases, setPurchases] = useState(initial)
  const [openPurchase, setOpenPurchase] = useState<BulkPurchaseWithRows | null>(null)
  const [view, setView] = useState(firstRows)
  const [operation, setOperation] = useState<BulkOperation>('idle')
  const [failure, setFailure] = useState<{ operation: BulkOperation; text: string } | null>(null)
  /** Time of the last successful response about the open bulk purchase, and whether a later poll failed. */
  const [updatedAt, setUpdatedAt] = useState('')
  const [isStale, setStale] = useState(false)
  const busy = useRef(false)
  const operationCount = useRef(0)

  function applyPurchase(purchase: BulkPurchaseWithRows, nextView: View = view): void {
    setOpenPurchase(purchase)
    setView(nextView)
    setUpdatedAt(new Date().toISOString())
    setStale(false)
    setPurchases((previous) =>
      [purchase, ...previous.filter(({ id }) => id !== purchase.id)].sort(newestFirst),
    )
  }

  async function runOperation(nextOperation: BulkOperation, task: () => Promise<void>): Promise<void> {
    if (busy.current) return
    busy.current = true
    operationCount.current++
    setOperation(nextOperation)
    setFailure(null)
    try {
      await task()
    } catch (error) {
      setFailure({
        operation: nextOperation,
        text: error instanceof RequestError ? error.message : noResponseText(),
      })
    }
    busy.current = false
    setOperation('idle')
  }

  const fetchPurchase = async (id: string, { filter, cursors }: View, quiet = false) => {
    const cursor = cursors.at(-1)
    const query = { ...(filter && { state: filter }), ...(cursor && { cursor }) }
    return (await accountRequest(getBulkPurchase, { params: { id }, query, quiet }))?.data
  }

  const check = (file: File) =>
    runOperation('checking', async () => {
      try {
        const uploaded = (await accountRequest(checkBulkFile, { file }))?.data
        if (uploaded) applyPurchase(uploaded, firstRows)
      } catch (error) {
        if (mayBeAccepted(error)) await recoverUpload()
        throw error
      }
    })

  /** After a lost response the server may have accepted the upload: finds and opens that bulk purchase. */
  async function recoverUpload(): Promise<void> {
    const latest = (await accountRequest(getBulkPurchases, { quiet: true }).catch(() => null))?.data
    if (!latest) return
    setPurchases(latest)
    const accepted = latest.find(
      (purchase) => isInProgress(purchase) && purchases.every(({ id }) => id !== purchase.id),
    )
    const loaded = accepted && (await fetchPurchase(accepted.id, firstRows, true).catch(() => null))
    if (loaded) applyPurchase(loaded, firstRows)
  }

  const show = (id: string, nextView: View = firstRows) =>
    runOperation('opening', async () => {
      const loaded = await fetchPurchase(id, nextView)
      if (loaded) applyPurchase(loaded, nextView)
    })
  const choose = (filter: BulkRowState | '') => openPurchase && show(openPurchase.id, { filter, cursors: [] })
  const nextPage = () =>
    openPurchase?.next && show(openPurchase.id, { ...view, cursors: [...view.cursors, openPurchase.next] })
  const previousPage = () =>
    openPurchase && show(openPurchase.id, { ...view, cursors: view.cursors.slice(0, -1) })

  /** @returns the error of the PIN, when the bulk purchase needs one; otherwise null */
  async function start({ id }: BulkPurchase, auth_pin: string): Promise<string | null> {
    let pinError: string | null = null
    await runOperation('starting', async () => {
      const result = await requestStart(id, auth_pin)
      pinError = result.pinError
      if (result.message === null) return
      toast.success(result.message)
      const latest = await fetchPurchase(id, view, true)
      if (latest) applyPurchase(latest)
    })
    return pinError
  }

  async function save(task: () => Promise<Blob | null>, name: string): Promise<void> {
    await runOperation('saving', async () => {
      try {
        const file = await task()
        if (file) saveFile(file, name)
      } catch (error) {
        toastError(error)
      }
    })
  }
  const saveTemplate = () => save(() => accountDownload(getBulkTemplate), 'bulk-template.csv')
  const savePlans = () => save(() => accountDownload(getBulkPlans), 'plans.csv')
  const saveResult = ({ id, file_name }: BulkPurchase) =>
    save(
      () => accountDownload(getBulkPurchase, { params: { id }, query: { format: 'csv' } }),
      `result-${file_name.replace(/\.csv$/i, '')}.csv`,
    )

  const runningId = initial.find(isInProgress)?.id
  const showRunning = useEffectEvent((id: string) => void show(id))
  useEffect(() => {
    if (runningId) showRunning(runningId)
  }, [runningId])

  const isRunning = openPurchase !== null && isInProgress(openPurchase)
  const poll = useEffectEvent(async () => {
    if (busy.current || !openPurchase) return
    const countBefore = operationCount.current
    const latest = await fetchPurchase(openPurchase.id, view, true).catch(() => null)
    if (busy.current || operationCount.current !== countBefore) return
    if (latest) applyPurchase(latest)
    else setStale(true)
  })
  useEffect(() => {
    if (!isRunning) return
    let polls = 0
    let isStopped = false
    const pollAgain = async () => {
      await poll()
      if (!isStopped) timer = setTimeout(pollAgain, ++polls < fastPolls ? pollMs : slowPollMs)
    }
    let timer = setTimeout(pollAgain, pollMs)
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [isRunning])

  return {
    purchases,
    openPurchase,
    view,
    operation,
    failure,
    updatedAt,
    isStale,
    check,
    show,
    choose,
    nextPage,
    previousPage,
    start,
    saveTemplate,
    savePlans,
    saveResult,
  }
}
export type BulkPurchasesController = ReturnType<typeof useBulkPurchases>

/**
 * Starts a bulk purchase. `message`: null while it is not started.
 * @throws RequestError, with a toast, not about the PIN
 */
async function requestStart(id: string, auth_pin: string) {
  const body = auth_pin ? { auth_pin } : {}
  try {
    const envelope = await accountRequest(startBulkPurchase, {
      params: { id },
      body,
      key: `bulk:${id}`,
      quiet: true,
    })
    return { message: envelope?.message ?? null, pinError: null }
  } catch (error) {
    const pinError = pinErrorOf(error)
    if (pinError !== null) return { message: null, pinError }
    toastError(error)
    throw error
  }
}

const pinErrorOf = (error: unknown): string | null =>
  error instanceof RequestError ? (error.errors.auth_pin?.[0] ?? null) : null

/** No response, a server error or a conflict with a running check: the server may have accepted the upload. */
const mayBeAccepted = (error: unknown): boolean =>
  !(error instanceof RequestError) || error.status === 0 || error.status === 409 || error.status >= 500

/** A bulk purchase in progress is opened automatically when the user returns to the page. */
const isInProgress = ({ state }: BulkPurchase): boolean => state === 'checking' || state === 'running'

const newestFirst = (first: BulkPurchase, second: BulkPurchase) =>
  second.created_at.localeCompare(first.created_at)
