import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type BulkPurchase,
  type BulkRowState,
  type BulkWithRows,
  checkBulk,
  getBulk,
  getBulkFiles,
  getBulkPlans,
  getBulkTemplate,
  startBulk,
} from '../../shared/bulk.ts'
import { accountDownload, accountRequest } from '../account/account-request.ts'
import { noResponseText, RequestError, toast, toastError } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'

/** Poll interval of a file in progress; slower after the first polls. */
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

/** State of bulk purchases: uploads, opens, starts and polls one file at a time. */
export function useBulk(files: BulkPurchase[]) {
  const [bulkFiles, setBulkFiles] = useState(files)
  const [openFile, setOpenFile] = useState<BulkWithRows | null>(null)
  const [view, setView] = useState(firstRows)
  const [operation, setOperation] = useState<BulkOperation>('idle')
  const [failure, setFailure] = useState<{ operation: BulkOperation; text: string } | null>(null)
  /** Time of the last successful response about the open file, and whether a later poll failed. */
  const [updatedAt, setUpdatedAt] = useState('')
  const [isStale, setStale] = useState(false)
  const busy = useRef(false)
  const operationCount = useRef(0)

  function applyFile(file: BulkWithRows, nextView: View = view): void {
    setOpenFile(file)
    setView(nextView)
    setUpdatedAt(new Date().toISOString())
    setStale(false)
    setBulkFiles((previous) => [file, ...previous.filter(({ id }) => id !== file.id)].sort(newestFirst))
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

  const fetchFile = async (id: string, { filter, cursors }: View, quiet = false) => {
    const cursor = cursors.at(-1)
    const query = { ...(filter && { state: filter }), ...(cursor && { cursor }) }
    return (await accountRequest(getBulk, { params: { id }, query, quiet }))?.data
  }

  const check = (file: File) =>
    runOperation('checking', async () => {
      try {
        const uploaded = (await accountRequest(checkBulk, { file }))?.data
        if (uploaded) applyFile(uploaded, firstRows)
      } catch (error) {
        if (mayBeAccepted(error)) await recoverUpload()
        throw error
      }
    })

  /** After a lost response the server may have accepted the upload: finds and opens that file. */
  async function recoverUpload(): Promise<void> {
    const latest = (await accountRequest(getBulkFiles, { quiet: true }).catch(() => null))?.data
    if (!latest) return
    setBulkFiles(latest)
    const accepted = latest.find((file) => isInProgress(file) && bulkFiles.every(({ id }) => id !== file.id))
    const loaded = accepted && (await fetchFile(accepted.id, firstRows, true).catch(() => null))
    if (loaded) applyFile(loaded, firstRows)
  }

  const show = (id: string, nextView: View = firstRows) =>
    runOperation('opening', async () => {
      const loaded = await fetchFile(id, nextView)
      if (loaded) applyFile(loaded, nextView)
    })
  const choose = (filter: BulkRowState | '') => openFile && show(openFile.id, { filter, cursors: [] })
  const nextPage = () =>
    openFile?.next && show(openFile.id, { ...view, cursors: [...view.cursors, openFile.next] })
  const previousPage = () => openFile && show(openFile.id, { ...view, cursors: view.cursors.slice(0, -1) })

  /** @returns the error of the PIN, when the file needs one; otherwise null */
  async function start({ id }: BulkPurchase, auth_pin: string): Promise<string | null> {
    let pinError: string | null = null
    await runOperation('starting', async () => {
      const result = await requestStart(id, auth_pin)
      pinError = result.pinError
      if (result.message === null) return
      toast.success(result.message)
      const latest = await fetchFile(id, view, true)
      if (latest) applyFile(latest)
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
      () => accountDownload(getBulk, { params: { id }, query: { format: 'csv' } }),
      `result-${file_name.replace(/\.csv$/i, '')}.csv`,
    )

  const runningId = files.find(isInProgress)?.id
  const showRunning = useEffectEvent((id: string) => void show(id))
  useEffect(() => {
    if (runningId) showRunning(runningId)
  }, [runningId])

  const isRunning = openFile !== null && isInProgress(openFile)
  const poll = useEffectEvent(async () => {
    if (busy.current || !openFile) return
    const countBefore = operationCount.current
    const latest = await fetchFile(openFile.id, view, true).catch(() => null)
    if (busy.current || operationCount.current !== countBefore) return
    if (latest) applyFile(latest)
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
    bulkFiles,
    openFile,
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
export type BulkController = ReturnType<typeof useBulk>

/** Starts a file. `message`: null while it is not started. @throws RequestError, with a toast, not about the PIN */
async function requestStart(id: string, auth_pin: string) {
  const body = auth_pin ? { auth_pin } : {}
  try {
    const envelope = await accountRequest(startBulk, { params: { id }, body, key: `bulk:${id}`, quiet: true })
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

/** A file in progress is opened automatically when the user returns to the page. */
const isInProgress = ({ state }: BulkPurchase): boolean => state === 'checking' || state === 'running'

const newestFirst = (first: BulkPurchase, second: BulkPurchase) =>
  second.created_at.localeCompare(first.created_at)
