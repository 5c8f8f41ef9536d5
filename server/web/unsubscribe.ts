import { getEmailSubscription, updateEmailSubscription } from '../../shared/email-subscription.ts'
import * as pages from '../../shared/pages.ts'
import type { Loader, PageResult, PostedForm } from './page.ts'
import { unsubscribeTexts } from './texts.ts'

/** Value of the button that subscribes again. A mail program posts `List-Unsubscribe=One-Click` instead. */
const subscribeAgain = 'subscribe'

/** The page of the link to unsubscribe. Opening it changes nothing: mail scanners open links. */
export const loadUnsubscribe: Loader = async ({ params: { token = '' } }, web) => {
  const result = await web.api.request(getEmailSubscription, { body: { token } })
  if (!result.ok) return failurePage(result)
  const { subscribed } = result.data
  return subscribed ? confirmationPage(token) : unsubscribedPage(token)
}

/**
 * Unsubscribes immediately, also without a session, a cookie or a CSRF token: the token in the URL authorises the
 * request, and mail programs post without opening a page. Source: RFC 8058
 */
export const unsubscribeForm: PostedForm = {
  path: pages.unsubscribePageUrl(':token'),
  page: pages.unsubscribePageUrl(':token'),
  isAuthorisedByUrl: true,
  async submit({ params: { token = '' } }, { choice }, web) {
    const isSubscribed = choice === subscribeAgain
    const result = await web.api.request(updateEmailSubscription, {
      body: { token, subscribed: isSubscribed },
    })
    if (!result.ok) return failurePage(result)
    return isSubscribed ? subscribedPage() : unsubscribedPage(token)
  },
  renderErrors: async (_, __, ___, { httpStatus }) => failurePage({ httpStatus }),
}

interface UnsubscribePage {
  readonly heading: string
  readonly message: string
  readonly httpStatus?: number
  /** The one button. */
  readonly form?: { readonly action: string; readonly choice: string; readonly button: string }
}

const renderPage = ({ heading, message, httpStatus = 200, form }: UnsubscribePage): PageResult => ({
  type: 'page',
  httpStatus,
  locals: { heading, message, form: form ?? null },
})

const confirmationPage = (token: string): PageResult =>
  renderPage({
    heading: unsubscribeTexts.heading(),
    message: unsubscribeTexts.question(),
    form: { action: pages.unsubscribePageUrl(token), choice: '', button: unsubscribeTexts.unsubscribe() },
  })

const unsubscribedPage = (token: string): PageResult =>
  renderPage({
    heading: unsubscribeTexts.unsubscribedHeading(),
    message: unsubscribeTexts.unsubscribed(),
    form: {
      action: pages.unsubscribePageUrl(token),
      choice: subscribeAgain,
      button: unsubscribeTexts.subscribeAgain(),
    },
  })

const subscribedPage = (): PageResult =>
  renderPage({ heading: unsubscribeTexts.subscribedHeading(), message: unsubscribeTexts.subscribed() })

const failurePage = ({ httpStatus }: { httpStatus: number }): PageResult =>
  httpStatus === 404 || httpStatus === 422
    ? renderPage({
        heading: unsubscribeTexts.invalidHeading(),
        message: unsubscribeTexts.invalid(),
        httpStatus: 404,
      })
    : renderPage({
        heading: unsubscribeTexts.failedHeading(),
        message: unsubscribeTexts.failed(),
        httpStatus,
      })
