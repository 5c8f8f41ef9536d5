import { toastMs } from '../../shared/constants.ts'
import { retryImport } from './retry-import.ts'

export const toastPositions = [
  'top-right',
  'top',
  'top-left',
  'bottom-right',
  'bottom',
  'bottom-left',
] as const
export type ToastPosition = (typeof toastPositions)[number]
export const toastTypes = ['success', 'error', 'info', 'warning', 'default'] as const
type ToastType = (typeof toastTypes)[number]

export interface ToastOptions {
  type?: ToastType
  position?: ToastPosition
  durationMs?: number
}

/** One toast with all defaults applied. `onGone` is called after it has faded out. */
export interface ToastRequest extends Required<ToastOptions> {
  text: string
  onGone: () => void
}

const queues = new Map<ToastPosition, Omit<ToastRequest, 'onGone'>[]>()
const busyPositions = new Set<ToastPosition>()

/**
 * Shows a toast: by default 3 s at the bottom right, as a success. Each position shows one at a time; the next one
 * retries every 250 ms until the first has faded out. A queued duplicate is dropped.
 * Source: specification 1, section 9; rulings D-097, D-098.
 */
export function showToast(text: string, options: ToastOptions = {}): void {
  const defaults: Required<Omit<ToastOptions, 'type'>> = usesLongToasts()
    ? { position: 'bottom', durationMs: toastMs.error }
    : { position: 'bottom-right', durationMs: toastMs.usual }
  const { type = 'success', position = defaults.position, durationMs = defaults.durationMs } = options
  if (type === 'success') dismissErrors()
  const queue = queues.get(position) ?? []
  queues.set(position, queue)
  if (queue.some((next) => next.text === text && next.type === type)) return
  queue.push({ text, type, position, durationMs })
  if (queue.length === 1) void showNext(position)
}

/** In the account area and back office every toast is shown for 5 s at the bottom. Source: ruling E-092 */
const usesLongToasts = () => /^\/(account|management)(\/|$)/.test(window.location.pathname)

export const toast = {
  success: (text: string): void => showToast(text),
  info: (text: string): void => showToast(text, { type: 'info' }),
  warning: (text: string): void => showToast(text, { type: 'warning' }),
  error: (text: string): void =>
    showToast(text, { type: 'error', position: 'bottom', durationMs: toastMs.error }),
}

/** Loads the toast layer. Pages that report only by toast load it early; without it a plain toast is shown. */
export const loadToasts = () => retryImport(() => import('./toast-layer.tsx'))

let layer: Awaited<ReturnType<typeof loadToasts>> | null = null

/** Dismisses every error toast, shown or queued: a retry has succeeded. */
export function dismissErrors(): void {
  for (const [position, queue] of queues)
    queues.set(
      position,
      queue.filter(({ type }) => type !== 'error'),
    )
  layer?.dismissShownErrors()
}

async function showNext(position: ToastPosition): Promise<void> {
  const [next, ...rest] = queues.get(position) ?? []
  if (!next) return
  if (busyPositions.has(position)) {
    setTimeout(showNext, toastMs.queuePoll, position)
    return
  }
  busyPositions.add(position)
  const onGone = () => busyPositions.delete(position)
  queues.set(position, rest)
  if (rest.length > 0) setTimeout(showNext, toastMs.queuePoll, position)
  try {
    layer = await loadToasts()
    layer.show({ ...next, onGone })
  } catch {
    showPlainToast({ ...next, onGone })
  }
}

/** The same message without the toast layer, whose script could not be loaded (no network). */
function showPlainToast({ text, type, durationMs, onGone }: ToastRequest): void {
  const box = (...classes: string[]) => {
    const element = document.createElement('div')
    element.classList.add(...classes)
    return element
  }
  const host = box('toasts', 'toasts-bottom-center')
  const message = box('toast', `toast-${type}`)
  const content = box('toast-text')
  message.setAttribute('role', 'alert')
  content.textContent = text
  message.append(content)
  host.append(message)
  toastParent().append(host)
  setTimeout(() => {
    host.remove()
    onGone()
  }, durationMs)
}

/** Id of the toast container, so that a closing dialog can move it back to the page. */
export const toastHostId = 'toasts'

/** Moves the toasts into the topmost open dialog, otherwise into the page, where they are visible and clickable. */
export function moveToasts(closing?: Element): void {
  const host = document.getElementById(toastHostId)
  if (!host) return
  const parent = toastParent(closing)
  if (host.parentElement !== parent) parent.append(host)
}

/** The topmost open dialog that stays, otherwise the page's body. */
const toastParent = (closing?: Element): Element =>
  [...document.querySelectorAll('dialog[open]')].filter((dialog) => !closing?.contains(dialog)).at(-1) ??
  document.body
