import { oneLine } from '../../shared/text.ts'
import { ApiError } from '../http/index.ts'
import { screenLength } from './render.ts'
import type { Screen, ScreenView } from './screen.ts'

/** The next screen. `resumePoint`: the screen at which a later session can resume; by default this screen, and none if it ends the session. */
export interface Result extends ScreenView {
  readonly resumePoint?: Screen
}

export const showScreen = (screen: Screen, notice: string | null = null): Result => ({ screen, notice })

/** Ends the session with a text. */
export const endUssdSession = (text: string, resumePoint?: Screen): Result => ({
  ...showScreen({ name: 'end', text }),
  ...(resumePoint && { resumePoint }),
})

/** Ends the session with an error's message for users. @throws errors of other kinds */
export function endUssdSessionWithError(error: unknown, resumePoint?: Screen): Result {
  if (error instanceof ApiError) return endUssdSession(messageOf(error), resumePoint)
  throw error
}

/** An error's message for users; of an invalid field, that of the field. */
export function messageOf({ message, errors }: ApiError, maxLength = screenLength): string {
  const [first] = Object.values(errors ?? {}).flat()
  return oneLine(first ?? message, maxLength)
}
