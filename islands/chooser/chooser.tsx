import { type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { ServiceStatus } from '../../shared/actions.ts'
import { isActive, type Service } from '../../shared/constants.ts'
import { formPageUrl, notifyMePageUrl, registerPath } from '../../shared/pages.ts'
import { useFocusOnChange } from '../lib/use-focus-on-change.ts'
import type { ChooserPage } from '../pages.ts'
import { navigate } from '../purchase/navigate.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { sinceText } from '../purchase/service-unavailable.tsx'
import { purchaseTexts } from '../purchase/texts.ts'
import { Overlay, renderParts, serviceTiles } from '../ui/index.ts'
import { importForm, SelectedServiceForm } from './forms.tsx'
import { chooserTexts } from './texts.ts'
import { useSelectedService } from './use-selected-service.ts'

/** Home page: the service chooser. A tile opens its form in place. */
export default function Chooser({ tiles, power, ...page }: ChooserPage) {
  const { selectedService, selectService, goBack } = useSelectedService()
  const container = useFocusOnChange<HTMLDivElement>(selectedService)

  useEffect(() => {
    // Preloads the electricity form, so that it opens immediately. If that fails, pressing its tile loads it again.
    importForm('power').catch(() => null)
  }, [])

  const status = tiles.find(({ service }) => service === selectedService)
  if (selectedService && status) {
    return (
      <div ref={container} tabIndex={-1}>
        <Suspense fallback={<Overlay text={chooserTexts.openingForm()} />}>
          <SelectedServiceForm
            {...power}
            {...page}
            service={selectedService}
            status={status}
            onChangeService={goBack}
          />
        </Suspense>
      </div>
    )
  }
  return (
    <div ref={container} tabIndex={-1} className="stack">
      <PageNote text={page.note} />
      <h1>{chooserTexts.title()}</h1>
      <Tiles tiles={tiles} onChoose={selectService} />
      {!page.signedIn && <p className="prompt">{registerPrompt(power.cashback)}</p>}
    </div>
  )
}

function registerPrompt(percent: number) {
  const link = (chunks: ReactNode[]) => <a href={registerPath}>{chunks}</a>
  return renderParts(
    percent > 0
      ? chooserTexts.registerPromptWithCashback({ percent, link })
      : chooserTexts.registerPrompt({ link }),
  )
}

interface TilesProps {
  tiles: ServiceStatus[]
  onChoose: (service: Service) => void
}

function Tiles({ tiles, onChoose }: TilesProps) {
  const [isInsurancePressed, setIsInsurancePressed] = useState(false)
  const [loadingService, setLoadingService] = useState<Service | null>(null)
  const requestedService = useRef<Service>(null)

  function openServiceForm(event: MouseEvent, service: Service) {
    // Modified clicks open a new tab or window: leave them to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const setPending = (pending: Service | null) => {
      requestedService.current = pending
      setLoadingService(pending)
    }
    setPending(service)
    const ifStillRequested = (action: () => void) => () => {
      // On a slow connection another tile may have been pressed since, or this one twice.
      if (requestedService.current !== service) return
      setPending(null)
      action()
    }
    importForm(service).then(
      ifStillRequested(() => onChoose(service)),
      // If loading fails, open the form's own page.
      ifStillRequested(() => navigate.to(formPageUrl(service))),
    )
  }

  return (
    <>
      <ul className="tiles">
        {tiles.map(({ service, status, reason, since }) => {
          const content = <TileContent service={service} />
          return (
            <li key={service}>
              {!isActive(status) ? (
                <div className="tile tile-unavailable">
                  {content}
                  {reason && <small>{reason}</small>}
                  {since && <small>{sinceText(since)}</small>}
                  <span className="badge">{chooserTexts.inactive()}</span>
                </div>
              ) : service === 'insurance' ? (
                <button type="button" className="tile" onClick={() => setIsInsurancePressed(true)}>
                  {content}
                </button>
              ) : (
                <a
                  className="tile"
                  href={formPageUrl(service)}
                  aria-busy={service === loadingService || undefined}
                  onClick={(event) => openServiceForm(event, service)}
                >
                  {content}
                </a>
              )}
            </li>
          )
        })}
      </ul>
      <p className="empty" role="status">
        {isInsurancePressed && purchaseTexts.unavailableTitle()}
      </p>
      {tiles.map(
        ({ service, status }) =>
          !isActive(status) &&
          service !== 'insurance' && (
            <p key={service} className="note">
              {renderParts(
                chooserTexts.unavailable({
                  service: serviceTiles[service].name(),
                  link: (chunks) => <a href={notifyMePageUrl(service)}>{chunks}</a>,
                }),
              )}
            </p>
          ),
      )}
    </>
  )
}

function TileContent({ service }: Pick<ServiceStatus, 'service'>) {
  const { name, description, Icon } = serviceTiles[service]
  return (
    <>
      <span className="tile-icon">
        <Icon />
      </span>
      <span>
        {name()}
        <small className="block">{description()}</small>
      </span>
    </>
  )
}
