import { type FormEvent, useState } from 'react'
import type { Service } from '../../shared/constants.ts'
import { formPageUrl, repeatOrderPath } from '../../shared/pages.ts'
import { Button } from '../ui/index.ts'
import { buyAgainTexts } from './buy-again-texts.ts'
import { useNavigationPending } from './use-navigation-pending.ts'

interface BuyAgainProps {
  service: Service
  reference: string
  /** '' where the session has access to the order. */
  accessToken: string
  csrf: string
  /** False for a visitor who may only view the order: they start with an empty form. */
  canRepeat?: boolean
}

/** Creates the same order again and opens its details: a plain form, handled by the shell. */
export function BuyAgain({ service, reference, accessToken, csrf, canRepeat = true }: BuyAgainProps) {
  const [isNavigating, setIsNavigating] = useState(false)
  useNavigationPending(() => setIsNavigating(false))

  function submit(event: FormEvent) {
    if (isNavigating) event.preventDefault()
    setIsNavigating(true)
  }

  if (!canRepeat) {
    return (
      <a className="btn btn-plain" href={formPageUrl(service)}>
        {buyAgainTexts.buyAgain()}
      </a>
    )
  }
  return (
    <form className="contents" method="post" action={repeatOrderPath} onSubmit={submit}>
      <input type="hidden" name="_csrf" defaultValue={csrf} />
      <input type="hidden" name="reference" defaultValue={reference} />
      <input type="hidden" name="order" defaultValue={accessToken} />
      <Button type="submit" kind="plain" busy={isNavigating}>
        {buyAgainTexts.buyAgain()}
      </Button>
    </form>
  )
}
