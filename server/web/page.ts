import type { BaseProps } from '../../islands/pages.ts'
import type { IslandName } from '../../islands/registry.ts'
import type { Language } from '../../shared/languages.ts'
import type { Config } from '../config.ts'
import type { ApiClient, WebCaller } from './api-client.ts'
import type { SiteData } from './site-data.ts'

/** The EJS files under views/ that render a page's main content. */
const viewNames = [
  'island',
  'privacy',
  'terms',
  'help',
  'sign-out',
  'pay',
  'continue',
  'waiting',
  'message',
  'find-order',
  'api-docs',
  'status',
  'payment-request',
  'unsubscribe',
] as const
export type View = (typeof viewNames)[number]

/** A page request, as passed to loaders. */
export interface PageRequest {
  /** First value of each query parameter or form field; values other than short text are omitted. */
  readonly query: Readonly<Record<string, string>>
  /** Path parameters. */
  readonly params: Readonly<Record<string, string>>
  readonly caller: WebCaller
  readonly baseProps: BaseProps
}

/** Data sources of loaders. */
export interface WebContext {
  readonly config: Config
  readonly api: ApiClient
  readonly data: SiteData
  /** Placeholder of the CSRF token in props and views; replaced when the page is sent. */
  readonly csrf: string
}

/** The signed-in user in the shell of a page. A page that does not load the user reads them from the session cookie. */
export interface PageUser {
  readonly name: string
  readonly isCompany: boolean
}

/** A page's content, or a redirect. */
export type PageResult =
  | {
      readonly type: 'page'
      /** HTTP status; default 200. */
      readonly httpStatus?: number
      readonly title?: string
      /** Overrides the page's view. */
      readonly view?: View
      /** The island's props; the base props are added. */
      readonly props?: object
      /** Values for the view. */
      readonly locals?: Readonly<Record<string, unknown>>
      /** Refresh URL for browsers without JavaScript, and the delay in seconds. */
      readonly refresh?: { to: string; seconds: number }
      /** Refresh for all browsers: only browsers without JavaScript are sent to this page. */
      readonly refreshAlways?: { to: string; seconds: number }
      /** The signed-in user, for the header and the account navigation. */
      readonly user?: PageUser
      /** Cache key: the page is the same for all visitors while these objects are identical. */
      readonly cacheKey?: readonly unknown[]
    }
  /** Renders the "not found" page. */
  | { readonly type: 'missing' }
  | {
      readonly type: 'redirect'
      readonly to: string
      /** The browser's new session token after sign-in, or '' after sign-out. */
      readonly token?: string
      /** Language of the message with the link; stored in a browser in which no language was chosen. */
      readonly language?: Language
    }

export type Loader = (pageRequest: PageRequest, web: WebContext) => Promise<PageResult> | PageResult

/** A page's row in the page table. */
export interface Page {
  readonly path: string
  readonly title: () => string
  readonly description: () => string
  readonly view: View
  readonly island: IslandName | null
  /** `guest` pages redirect signed-in users to the dashboard; `user` pages redirect guests to sign in. */
  readonly audience: 'anyone' | 'user' | 'guest'
  /** True if the page shows order or user data: it is never cached. */
  readonly isPersonal: boolean
  /** True for a page without session and CSRF token, the same for every visitor: the service worker stores it. */
  readonly isSessionless: boolean
  readonly load: Loader
}

export type PostedFields = Readonly<Record<string, string>>

/** Errors of a form that is rendered again. */
export interface FormError {
  httpStatus: number
  message: string
  errors: Record<string, string[]>
}

/** A form for browsers without JavaScript: the submit handler, and the form rendered again with errors. */
export interface PostedForm {
  readonly path: string
  /** The page (view, island, title) that renders the form again. */
  readonly page: string
  /** A secret in the URL authorises the form: it needs no CSRF token and may come from another site. */
  readonly isAuthorisedByUrl?: boolean
  submit(pageRequest: PageRequest, fields: PostedFields, web: WebContext): Promise<PageResult>
  renderErrors(
    pageRequest: PageRequest,
    fields: PostedFields,
    web: WebContext,
    formError: FormError,
  ): Promise<PageResult>
}
