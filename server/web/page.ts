import type { EveryPage, IslandName } from '../../islands/pages.ts'
import type { Config } from '../config.ts'
import type { ApiClient, Caller } from './api-client.ts'
import type { SiteData } from './site-data.ts'

/** The EJS files under views/ that fill a page's main part. */
export const views = [
  'island',
  'privacy',
  'terms',
  'help',
  'sign-out',
  'pay',
  'continue',
  'waiting',
  'refused',
  'message',
  'api-docs',
] as const
export type View = (typeof views)[number]

/** One request for a page, as loaders see it. */
export interface Visit {
  /** First value of each query parameter or form field; anything but short text is left out. */
  readonly query: Readonly<Record<string, string>>
  /** Parts of the address named in the page's path. */
  readonly params: Readonly<Record<string, string>>
  readonly caller: Caller
  readonly every: EveryPage
}

/** What loaders read from. */
export interface Site {
  readonly config: Config
  readonly api: ApiClient
  readonly data: SiteData
  /** Stands for this answer's CSRF token in props and views; the true one is put in when it is sent. */
  readonly csrf: string
}

/** What a page shows, or where its visitor belongs. */
export type Shown =
  | {
      readonly is: 'page'
      /** HTTP status; 200 unless said otherwise. */
      readonly http?: number
      readonly title?: string
      /** Another view than the page's own. */
      readonly view?: View
      /** The island's props; `every` is added. */
      readonly props?: object
      /** Values for the view. */
      readonly locals?: Readonly<Record<string, unknown>>
      /** Reload address for browsers without script, and after how many seconds. */
      readonly refresh?: { to: string; seconds: number }
      /** The same for every browser: the page is one that only browsers without script are sent to. */
      readonly refreshAlways?: { to: string; seconds: number }
      /** The name of the person whose page this is, for the header. */
      readonly person?: string
      /** The page is equal for everybody while these objects are the same ones. */
      readonly madeOf?: readonly unknown[]
    }
  | {
      readonly is: 'elsewhere'
      readonly to: string
      /** The browser's bearer from now on, '' for none: somebody signed in or out. */
      readonly token?: string
    }

export type Load = (visit: Visit, site: Site) => Promise<Shown> | Shown

/** One row of the table of pages. */
export interface Page {
  readonly path: string
  readonly title: string
  readonly description: string
  readonly view: View
  readonly island: IslandName | null
  /** `guest` pages lead signed-in people to their dashboard, `user` pages lead guests to sign in. */
  readonly audience: 'anyone' | 'user' | 'guest'
  /** True when the page shows an order or a person: it is stored nowhere. */
  readonly personal: boolean
  readonly load: Load
}

export type Fields = Readonly<Record<string, string>>

/** Why a form is shown again. */
export interface Trouble {
  http: number
  message: string
  errors: Record<string, string[]>
}

/** One form that posts without script: what it does, and the same form again with the reason. */
export interface Form {
  readonly path: string
  /** The page whose row (view, island, title) shows the form again. */
  readonly page: string
  submit(visit: Visit, fields: Fields, site: Site): Promise<Shown>
  again(visit: Visit, fields: Fields, site: Site, trouble: Trouble): Promise<Shown>
}
