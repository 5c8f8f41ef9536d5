import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import {
  type CloseButtonProps,
  type Id,
  ToastContainer,
  type ToastContentProps,
  type ToastTransition,
  toast as toastify,
} from 'react-toastify/unstyled'
import { toastMs } from '../../shared/constants.ts'
import { libTexts } from './texts.ts'
import { moveToasts, type ToastPosition, type ToastRequest, toastHostId } from './toast.ts'
import { keepClear } from './toast-position.ts'

const toastifyPositions = {
  'top-right': 'top-right',
  top: 'top-center',
  'top-left': 'top-left',
  'bottom-right': 'bottom-right',
  bottom: 'bottom-center',
  'bottom-left': 'bottom-left',
} as const satisfies Record<ToastPosition, string>

let mounted = false
const shownErrors = new Set<Id>()

/** Shows a toast immediately. Loaded with the first toast. */
export function show({ text, type, position, durationMs, onGone }: ToastRequest): void {
  mount()
  moveToasts()
  const id = toastify<ToastContentProps>(
    (content) => <ToastText {...content} text={text} durationMs={durationMs} onGone={onGone} />,
    {
      type,
      position: toastifyPositions[position],
      autoClose: durationMs,
      role: type === 'error' || type === 'warning' ? 'alert' : 'status',
      onClose: () => shownErrors.delete(id),
    },
  )
  if (type === 'error') shownErrors.add(id)
}

export function dismissShownErrors(): void {
  for (const id of shownErrors) toastify.dismiss(id)
}

function mount(): void {
  if (mounted) return
  mounted = true
  const host = document.createElement('div')
  host.id = toastHostId
  document.body.append(host)
  createRoot(host).render(
    <ToastContainer
      closeOnClick
      pauseOnHover
      draggable={false}
      customProgressBar
      icon={false}
      transition={Fade}
      closeButton={Close}
      aria-label={libTexts.toastRegion()}
      className={(context) => `toasts toasts-${context?.position ?? 'bottom-right'}`}
      toastClassName={(context) => `toast toast-${context?.type ?? 'default'}`}
    />,
  )
}

interface ToastTextProps extends ToastContentProps {
  text: string
  durationMs: number
  onGone: () => void
}

/** The text and its timer: the timer pauses while the pointer is over the toast. */
function ToastText({ text, durationMs, onGone, isPaused, closeToast }: ToastTextProps) {
  const remainingMs = useRef(durationMs)
  const close = useRef(closeToast)
  close.current = closeToast
  useEffect(() => {
    if (isPaused) return
    const startedAt = Date.now()
    const timer = setTimeout(() => close.current(), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current -= Date.now() - startedAt
    }
  }, [isPaused])
  /** The cleanup runs when the toast has left the page. */
  const [whilePresent] = useState(() => (element: HTMLElement | null) => {
    const stop = element && keepClear(element)
    return () => {
      stop?.()
      onGone()
    }
  })
  return (
    <span ref={whilePresent} className="toast-text">
      {text}
    </span>
  )
}

const Fade: ToastTransition = ({ isIn, done, nodeRef, playToast, children }) => {
  const start = useRef(playToast)
  const end = useRef(done)
  useLayoutEffect(() => {
    if (isIn) return start.current()
    nodeRef.current?.classList.add('toast-leaving')
    const timer = setTimeout(() => end.current(), toastMs.fade)
    return () => clearTimeout(timer)
  }, [isIn, nodeRef])
  return <>{children}</>
}

const Close = ({ closeToast }: CloseButtonProps) => (
  <button
    type="button"
    className="toast-close"
    aria-label={libTexts.dismissToast()}
    onClick={(event) => {
      event.stopPropagation()
      closeToast(true)
    }}
  >
    ×
  </button>
)
