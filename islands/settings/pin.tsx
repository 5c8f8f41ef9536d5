import { useState } from 'react'
import { LaterDialog } from '../account/later-dialog.tsx'
import { Button } from '../ui/index.ts'

const dialog = () => import('./pin-dialog.tsx')

/** The authentication PIN, set or changed with the password. Source: decision E-004 */
export function PinSection({ hasPin: first }: { hasPin: boolean }) {
  const [hasPin, setHasPin] = useState(first)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className="card stack" aria-labelledby="pin">
      <h2 id="pin">Authentication PIN</h2>
      <p>{hasPin ? 'You have a PIN.' : 'You have no PIN yet.'}</p>
      <Button kind="plain" className="script-only" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {hasPin ? 'Change PIN' : 'Set PIN'}
      </Button>
      {isOpen && (
        <LaterDialog
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
