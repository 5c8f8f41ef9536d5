import { lazy, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { ServiceStatus } from '../../shared/actions.ts'
import { cashbackPercent, isActive } from '../../shared/constants.ts'
import { formPage, register } from '../../shared/pages.ts'
import type { ChooserPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { Overlay, tileIcons } from '../ui/index.ts'
import { tileWords } from './tile-words.ts'
import { useChosen } from './use-chosen.ts'

const loadPower = () => import('../power/form.tsx')
const PowerForm = lazy(loadPower)

/** Home: what do you want to pay for? Power opens its form in place. */
export default function Chooser({ tiles, power, signedIn, note }: ChooserPage) {
  const { isChosen, choose, leave } = useChosen()
  const top = useRef<HTMLDivElement>(null)
  const wasChosen = useRef(false)

  useEffect(() => {
    // A few KB, so that the form stands at once. Without it the press asks for it again.
    loadPower().catch(() => null)
  }, [])

  useEffect(() => {
    // The pressed tile or button is gone: the focus goes to where its place is now.
    if (isChosen !== wasChosen.current) top.current?.focus()
    wasChosen.current = isChosen
  }, [isChosen])

  if (isChosen) {
    return (
      <div ref={top} tabIndex={-1}>
        <Suspense fallback={<Overlay text="Opening the form, please wait..." />}>
          <PowerForm {...power} onChangeService={leave} />
        </Suspense>
      </div>
    )
  }
  return (
    <div ref={top} tabIndex={-1} className="stack">
      <PageNote text={note} />
      <h1>What do you want to pay for today?</h1>
      <Tiles tiles={tiles} onPower={choose} />
      {!signedIn && (
        <p className="prompt">
          <a href={register}>Register</a> and get {cashbackPercent}% cashback on every purchase, saved meters,
          and a wallet.
        </p>
      )}
    </div>
  )
}

function Tiles({ tiles, onPower }: { tiles: ServiceStatus[]; onPower: () => void }) {
  const [isAskedFor, setIsAskedFor] = useState(false)

  function openPower(event: MouseEvent) {
    // A new tab or window is the browser's own business.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onPower()
  }

  return (
    <>
      <ul className="tiles">
        {tiles.map(({ service, status, reason }) => {
          const face = <Face service={service} />
          return (
            <li key={service}>
              {!isActive(status) ? (
                <div className="tile tile-off">
                  {face}
                  {reason && <small>{reason}</small>}
                  <span className="badge">Inactive!</span>
                </div>
              ) : service === 'insurance' ? (
                <button type="button" className="tile" onClick={() => setIsAskedFor(true)}>
                  {face}
                </button>
              ) : (
                <a
                  className="tile"
                  href={formPage(service)}
                  onClick={service === 'power' ? openPower : undefined}
                >
                  {face}
                </a>
              )}
            </li>
          )
        })}
      </ul>
      <p className="empty" role="status">
        {isAskedFor && 'This service is currently not available'}
      </p>
    </>
  )
}

function Face({ service }: Pick<ServiceStatus, 'service'>) {
  const Icon = tileIcons[service]
  const { name, about } = tileWords[service]
  return (
    <>
      <span className="tile-icon">
        <Icon />
      </span>
      <span>
        {name}
        <small className="block">{about}</small>
      </span>
    </>
  )
}
