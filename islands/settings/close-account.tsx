import { useState } from 'react'
import { LazyDialog } from '../account/lazy-dialog.tsx'
import { Button } from '../ui/index.ts'
import { closeAccountTexts } from './close-account-texts.ts'

const dialog = () => import('./close-account-dialog.tsx')

/** Opens the dialog that closes the account. */
export function CloseAccountSection({ hasPin }: { hasPin: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className="card stack" aria-labelledby="close-account">
      <h2 id="close-account">{closeAccountTexts.title()}</h2>
      <p>{closeAccountTexts.summary()}</p>
      <Button kind="plain" className="script-only" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {closeAccountTexts.open()}
      </Button>
      {isOpen && <LazyDialog load={dialog} props={{ hasPin, onClose: () => setIsOpen(false) }} />}
    </section>
  )
}
