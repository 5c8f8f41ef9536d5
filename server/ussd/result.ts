import { ApiError } from '../http/index.ts'
import { oneLine } from '../messaging/index.ts'
import { screenLength } from './render.ts'
import type { Screen, ScreenView } from './screen.ts'

/** The next screen. `saved`: where a later session continues; by default at this screen, or nowhere after the last. */
export interface Result extends ScreenView {
  readonly saved?: Screen
}

export const showScreen = (screen: Screen, notice: string | null = null): Result => ({ screen, notice })

/** Ends the session with a text. */
export const ended = (text: string, saved?: Screen): Result => ({
  ...showScreen({ name: 'end', text }),
  ...(saved && { saved }),
})

/** Ends the session with an error's message for users. @throws errors of other kinds */
export function endSessionWithError(error: unknown, saved?: Screen): Result {
  if (error instanceof ApiError) return ended(messageOf(error), saved)
  throw error
}

/** An error's message for users; of an invalid field, that of the field. */
export function messageOf({ message, errors }: ApiError, maxLength = screenLength): string {
  const [first] = Object.values(errors ?? {}).flat()
  return oneLine(first ?? message, maxLength)
}
