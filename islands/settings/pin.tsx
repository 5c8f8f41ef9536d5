import { useState } from 'react'
import { LazyDialog } from '../account/lazy-dialog.tsx'
import { Button } from '../ui/index.ts'

const dialog = () => import('./pin-dialog.tsx')

/** Sets or changes the authentication PIN; requires the password. Source: decision E-004 */
export function PinSection({ hasPin: initialHasPin }: { hasPin: boolean }) {
  const [hasPin, setHasPin] = useState(initialHasPin)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className="card stack" aria-labelledby="pin">
      <h2 id="pin">Authentication PIN</h2>
      <p>{hasPin ? 'You have a PIN.' : 'You have no PIN yet.'}</p>
      <Button kind="plain" className="script-only" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {hasPin ? 'Change PIN' : 'Set PIN'}
      </Button>
      {isOpen && (
        <LazyDialog
          load={dialog}
          props={{
            title: hasPin ? 'Change PIN' : 'Set PIN',
            onClose: () => setIsOpen(false),
            onSet: () => {
              setHasPin(true)
              setIsOpen(false)
            },
          }}
        />
      )}
    </section>
  )
}
