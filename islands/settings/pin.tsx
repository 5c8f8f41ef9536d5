import { useState } from 'react'
import { LazyDialog } from '../account/lazy-dialog.tsx'
import { Button } from '../ui/index.ts'
import { PinLimit } from './pin-limit.tsx'
import { SettingsSection } from './section.tsx'
import { settingsTexts } from './texts.ts'

const dialog = () => import('./set-pin-dialog.tsx')

/** Sets or changes the authentication PIN; requires the password. Source: ruling E-004 */
export function PinSection({ hasPin: initialHasPin, above }: { hasPin: boolean; above: number | null }) {
  const [hasPin, setHasPin] = useState(initialHasPin)
  const [isOpen, setIsOpen] = useState(false)
  const title = hasPin ? settingsTexts.changePin() : settingsTexts.setPin()
  return (
    <SettingsSection id="pin" title={settingsTexts.pinTitle()} isOpen>
      <p>{hasPin ? settingsTexts.hasPin() : settingsTexts.hasNoPin()}</p>
      <Button kind="plain" className="script-only" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {title}
      </Button>
      {hasPin && <PinLimit above={above} />}
      {isOpen && (
        <LazyDialog
          load={dialog}
          props={{
            title,
            onClose: () => setIsOpen(false),
            onSet: () => {
              setHasPin(true)
              setIsOpen(false)
            },
          }}
        />
      )}
    </SettingsSection>
  )
}
