import { type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { ServiceStatus } from '../../shared/actions.ts'
import { isActive, type Service } from '../../shared/constants.ts'
import { formPage, register, tellMePage } from '../../shared/pages.ts'
import type { ChooserPage } from '../pages.ts'
import { go } from '../purchase/go.ts'
import { Moment } from '../purchase/moment.tsx'
import { PageNote } from '../purchase/page-note.tsx'
import { Overlay, tileIcons } from '../ui/index.ts'
import { ChosenForm, loadForm } from './forms.tsx'
import { tileWords } from './tile-words.ts'
import { useChosen } from './use-chosen.ts'

/** Home: what do you want to pay for? A tile opens its form in place. */
export default function Chooser({ tiles, power, ...page }: ChooserPage) {
  const { chosen, choose, leave } = useChosen()
  const top = useRef<HTMLDivElement>(null)
  const was = useRef<Service | null>(null)

  useEffect(() => {
    // A few KB, so that the form stands at once. Without it the press asks for it again.
    loadForm('power').catch(() => null)
  }, [])

  useEffect(() => {
    // The pressed tile or button is gone: the focus goes to where its place is now.
    if (chosen !== was.current) top.current?.focus()
    was.current = chosen
  }, [chosen])

  const status = tiles.find(({ service }) => service === chosen)
  if (chosen && status) {
    const form = {
      ...page,
      status,
      cashback: power.cashback,
      values: {},
      errors: {},
      message: null,
      csrf: power.csrf,
    }
    return (
      <div ref={top} tabIndex={-1}>
        <Suspense fallback={<Overlay text="Opening the form, please wait..." />}>
          <ChosenForm service={chosen} form={form} power={power} onChangeService={leave} />
        </Suspense>
      </div>
    )
  }
  return (
    <div ref={top} tabIndex={-1} className="stack">
      <PageNote text={page.note} />
      <h1>What do you want to pay for today?</h1>
      <Tiles tiles={tiles} onChoose={choose} />
      {!page.signedIn && (
        <p className="prompt">
          <a href={register}>Register</a> and get{' '}
          {power.cashback > 0 && `${power.cashback}% cashback on every purchase, `}saved meters, and a wallet.
        </p>
      )}
    </div>
  )
}

interface TilesProps {
  tiles: ServiceStatus[]
  onChoose: (service: Service) => void
}

function Tiles({ tiles, onChoose }: TilesProps) {
  const [isAskedFor, setIsAskedFor] = useState(false)
  const [opening, setOpening] = useState<Service | null>(null)
  const wanted = useRef<Service>(null)

  function open(event: MouseEvent, service: Service) {
    // A new tab or window is the browser's own business.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const turnTo = (it: Service | null) => {
      wanted.current = it
      setOpening(it)
    }
    turnTo(service)
    const proceed = (by: () => void) => () => {
      // On a slow line another tile may have been pressed since, or this one twice.
      if (wanted.current !== service) return
      turnTo(null)
      by()
    }
    loadForm(service).then(
      proceed(() => onChoose(service)),
      // Not to be had in place: the form has a page of its own.
      proceed(() => go.to(formPage(service))),
    )
  }

  return (
    <>
      <ul className="tiles">
        {tiles.map(({ service, status, reason, since }) => {
          const face = <Face service={service} />
          return (
            <li key={service}>
              {!isActive(status) ? (
                <div className="tile tile-off">
                  {face}
                  {reason && <small>{reason}</small>}
                  {since && (
                    <small>
                      Since <Moment at={since} />
                    </small>
                  )}
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
                  aria-busy={service === opening || undefined}
                  onClick={(event) => open(event, service)}
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
      {tiles.map(
        ({ service, status }) =>
          !isActive(status) &&
          service !== 'insurance' && (
            <p key={service} className="note">
              {tileWords[service].name} is not available now.{' '}
              <a href={tellMePage(service)}>Tell me when it is back</a>
            </p>
          ),
      )}
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
