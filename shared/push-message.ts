/** A notification as the service worker receives it. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** The page that it opens. */
  readonly path: string
  /** A repeated notification replaces the first one. */
  readonly tag: string
}
