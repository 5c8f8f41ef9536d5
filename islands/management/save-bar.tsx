import { useEffect } from 'react'
import { Button } from '../ui/index.ts'
import { managementTexts } from './texts.ts'

interface SaveBarProps {
  /** Number of values that are changed and not saved. */
  changes: number
  saveText: string
  isBusy: boolean
  onDiscard: () => void
}

/**
 * Save and discard at the bottom of the window while a form has changes; leaving the page then needs a confirmation.
 */
export function SaveBar({ changes, saveText, isBusy, onDiscard }: SaveBarProps) {
  useLeaveWarning(changes > 0)
  return (
    <div className={changes > 0 ? 'row save-bar' : undefined}>
      <span role="status">{changes > 0 && managementTexts.unsavedChanges({ count: changes })}</span>
      {changes > 0 && (
        <>
          <Button type="submit" busy={isBusy}>
            {saveText}
          </Button>
          <Button kind="plain" disabled={isBusy} onClick={onDiscard}>
            {managementTexts.discard()}
          </Button>
        </>
      )}
    </div>
  )
}

/** Next to a value that is changed. */
export const UnsavedNote = () => (
  <>
    {' '}
    <strong className="unsaved">{managementTexts.unsaved()}</strong>
  </>
)

function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isActive])
}
