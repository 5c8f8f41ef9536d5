import { channel } from 'node:diagnostics_channel'

/** A committed change of a row's state. */
export interface StateTransition {
  readonly table: string
  readonly to: string
  /** The cause, as in `vendor.delivered`. */
  readonly event: string
  /** The state before; of several possible states, those separated by `|`. */
  readonly from: string
  /** The columns that the statement returned; empty if it returned none. */
  readonly row: Readonly<Record<string, unknown>>
}

/** A stored webhook that was handled. */
interface HandledWebhook {
  readonly provider: string
  /** Seconds from its receipt. */
  readonly lagSeconds: number
}

/** Events that modules report and the metrics count. Without a subscriber, `publish` does nothing. */
const eventChannel = <Event>(name: string) => {
  const events = channel(name)
  return {
    hasSubscribers: (): boolean => events.hasSubscribers,
    publish: (event: Event): void => events.publish(event),
    /** @returns a function that ends the subscription */
    subscribe(listener: (event: Event) => void): () => void {
      const onMessage = (message: unknown) => listener(message as Event)
      events.subscribe(onMessage)
      return () => events.unsubscribe(onMessage)
    },
  }
}

export const stateTransitions = eventChannel<StateTransition>('sanwo.state_transition')
export const handledWebhooks = eventChannel<HandledWebhook>('sanwo.webhook_handled')
