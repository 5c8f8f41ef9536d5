import { toastMs } from '../../shared/constants.ts'
import { fetchPart } from './fetch-part.ts'

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
export type ToastType = (typeof toastTypes)[number]

export interface ToastOptions {
  type?: ToastType
  position?: ToastPosition
  durationMs?: number
}

/** One toast, all defaults filled in. `isGone` is called when it has faded. */
export interface ShownToast extends Required<ToastOptions> {
  text: string
  isGone: () => void
}

const waiting = new Map<ToastPosition, Omit<ShownToast, 'isGone'>[]>()
const taken = new Set<ToastPosition>()

/**
 * Shows a text for a moment: 3 s at the bottom right, as a success, unless told otherwise. One at a
 * time stands at a position; the next tries again every 250 ms until the first has faded. What waits
 * already is not queued twice.
 * Source: specification 1, section 9; decisions D-097, D-098.
 */
export function notify(text: string, options: ToastOptions = {}): void {
  const usual: Required<Omit<ToastOptions, 'type'>> = isLong()
    ? { position: 'bottom', durationMs: toastMs.error }
    : { position: 'bottom-right', durationMs: toastMs.usual }
  const { type = 'success', position = usual.position, durationMs = usual.durationMs } = options
  const queue = waiting.get(position) ?? []
  waiting.set(position, queue)
  if (queue.some((next) => next.text === text && next.type === type)) return
  queue.push({ text, type, position, durationMs })
  if (queue.length === 1) void showNext(position)
}

/** In the account area and back-office every toast stands 5 s at the bottom. Source: decision E-092 */
const isLong = () => /^\/(account|management)(\/|$)/.test(window.location.pathname)

export const toast = {
  success: (text: string): void => notify(text),
  info: (text: string): void => notify(text, { type: 'info' }),
  warning: (text: string): void => notify(text, { type: 'warning' }),
  error: (text: string): void =>
    notify(text, { type: 'error', position: 'bottom', durationMs: toastMs.error }),
}

/** The layer that toasts stand in. What has only a toast to tell with needs it before the network is gone. */
export const loadToasts = () => fetchPart(() => import('./toast-layer.tsx'))

async function showNext(position: ToastPosition): Promise<void> {
  const [next, ...rest] = waiting.get(position) ?? []
  if (!next) return
  if (taken.has(position)) {
    setTimeout(showNext, toastMs.retry, position)
    return
  }
  taken.add(position)
  const isGone = () => taken.delete(position)
  waiting.set(position, rest)
  if (rest.length > 0) setTimeout(showNext, toastMs.retry, position)
  try {
    const layer = await loadToasts()
    layer.show({ ...next, isGone })
  } catch {
    // The layer could not be loaded (no network): the page's own texts still tell.
    isGone()
  }
}

/** Where toasts live, so that a closing dialog can hand them back to the page. */
export const toastHostId = 'toasts'

/** Puts the toasts where they can be seen and pressed: inside the topmost open dialog, else on the page. */
export function rehomeToasts(leaving?: Element): void {
  const host = document.getElementById(toastHostId)
  if (!host) return
  const open = [...document.querySelectorAll('dialog[open]')].filter((dialog) => dialog !== leaving)
  const home = open.at(-1) ?? document.body
  if (host.parentElement !== home) home.append(host)
}
