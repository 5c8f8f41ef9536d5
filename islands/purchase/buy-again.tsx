import { type FormEvent, useState } from 'react'
import type { Service } from '../../shared/constants.ts'
import { formPageUrl, repeatOrderPath } from '../../shared/pages.ts'
import type { SuccessPage } from '../pages.ts'
import { Button } from '../ui/index.ts'
import { successTexts } from './success-texts.ts'
import { useNavigationPending } from './use-navigation-pending.ts'

interface BuyAgainProps {
  service: Service
  page: Pick<SuccessPage<unknown>, 'reference' | 'accessToken' | 'csrf' | 'status'>
}

/**
 * Creates the same order again and opens its details: a plain form, handled by the shell. A visitor who may only view
 * the order starts with an empty form.
 */
export function BuyAgain({ service, page: { reference, accessToken, csrf, status } }: BuyAgainProps) {
  const [isNavigating, setIsNavigating] = useState(false)
  useNavigationPending(() => setIsNavigating(false))

  function submit(event: FormEvent) {
    if (isNavigating) event.preventDefault()
    setIsNavigating(true)
  }

  if (!status) {
    return (
      <a className="btn btn-plain" href={formPageUrl(service)}>
        {successTexts.buyAgain()}
      </a>
    )
  }
  return (
    <form className="contents" method="post" action={repeatOrderPath} onSubmit={submit}>
      <input type="hidden" name="_csrf" defaultValue={csrf} />
      <input type="hidden" name="reference" defaultValue={reference} />
      <input type="hidden" name="order" defaultValue={accessToken} />
      <Button type="submit" kind="plain" busy={isNavigating}>
        {successTexts.buyAgain()}
      </Button>
    </form>
  )
}
