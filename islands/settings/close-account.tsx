import { useState } from 'react'
import { LazyDialog } from '../account/lazy-dialog.tsx'
import { Button } from '../ui/index.ts'
import { closeAccountTexts } from './close-account-texts.ts'
import { SettingsSection } from './section.tsx'

const dialog = () => import('./close-account-dialog.tsx')

/** Opens the dialog that closes the account. */
export function CloseAccountSection({ hasPin }: { hasPin: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SettingsSection id="close-account" title={closeAccountTexts.title()}>
      <p>{closeAccountTexts.summary()}</p>
      <Button kind="plain" className="script-only" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {closeAccountTexts.open()}
      </Button>
      {isOpen && <LazyDialog load={dialog} props={{ hasPin, onClose: () => setIsOpen(false) }} />}
    </SettingsSection>
  )
}
