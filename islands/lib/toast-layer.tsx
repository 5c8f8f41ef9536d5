import { useEffect, useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import {
  type CloseButtonProps,
  ToastContainer,
  type ToastContentProps,
  type ToastTransition,
  toast as toastify,
} from 'react-toastify/unstyled'
import { toastMs } from '../../shared/constants.ts'
import { rehomeToasts, type ShownToast, type ToastPosition, toastHostId } from './toast.ts'

const theirs = {
  'top-right': 'top-right',
  top: 'top-center',
  'top-left': 'top-left',
  'bottom-right': 'bottom-right',
  bottom: 'bottom-center',
  'bottom-left': 'bottom-left',
} as const satisfies Record<ToastPosition, string>

let mounted = false

/** Shows a toast now. Loaded only when the first toast is asked for. */
export function show({ text, type, position, durationMs, isGone }: ShownToast): void {
  mount()
  rehomeToasts()
  toastify<ToastContentProps>((it) => <Words {...it} text={text} durationMs={durationMs} isGone={isGone} />, {
    type,
    position: theirs[position],
    autoClose: durationMs,
    role: type === 'error' || type === 'warning' ? 'alert' : 'status',
  })
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
      aria-label="Messages"
      className={(at) => `toasts toasts-${at?.position ?? 'bottom-right'}`}
      toastClassName={(at) => `toast toast-${at?.type ?? 'default'}`}
    />,
  )
}

interface WordsProps extends ToastContentProps {
  text: string
  durationMs: number
  isGone: () => void
}

/** The text, and the clock that ends it: the time left stands still while the mouse is over it. */
function Words({ text, durationMs, isGone, isPaused, closeToast }: WordsProps) {
  const left = useRef(durationMs)
  const close = useRef(closeToast)
  close.current = closeToast
  useEffect(() => {
    if (isPaused) return
    const from = Date.now()
    const timer = setTimeout(() => close.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - from
    }
  }, [isPaused])
  const gone = useRef(isGone)
  useEffect(() => () => gone.current(), [])
  return <span className="toast-text">{text}</span>
}

const Fade: ToastTransition = ({ isIn, done, nodeRef, playToast, children }) => {
  const start = useRef(playToast)
  const end = useRef(done)
  useLayoutEffect(() => start.current(), [])
  useEffect(() => {
    if (isIn) return
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
    aria-label="Dismiss"
    onClick={(event) => {
      event.stopPropagation()
      closeToast(true)
    }}
  >
    ×
  </button>
)
