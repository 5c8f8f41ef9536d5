import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { UssdCaller, UssdDeps } from './deps.ts'
import { actionFor } from './menu.ts'
import { performUssdAction } from './perform.ts'
import { endUssdSession } from './result.ts'
import { endsSession, type Screen, type ScreenView } from './screen.ts'
import {
  claimStep,
  createSession,
  findResumePoint,
  findSession,
  type ProcessedInputs,
  releaseStep,
  type StoredSession,
  saveStep,
} from './session.ts'
import { ussdTexts } from './texts.ts'

/** A request of the gateway. */
export interface UssdRequest {
  readonly sessionId: string
  /** All inputs of the session so far, joined by `*`; '' when the code was dialled. */
  readonly text: string
}

/** Longest text of a session. */
const maxTextLength = 2_000
/** How often a repeated request checks whether the first one has its result. */
const pollMs = 100

/**
 * The screen for a request. The gateway repeats requests: a repeated one gets the screen of the first and does nothing
 * again.
 */
export async function handleRequest(
  deps: UssdDeps,
  dialer: UssdCaller,
  request: UssdRequest,
): Promise<ScreenView> {
  const { sessionId, text } = request
  if (text.length > maxTextLength) return endUssdSession(ussdTexts.inputTooLong({ ussd: deps.ussdCode }))
  const timeoutAt = Date.now() + deps.maxWaitMs
  for (;;) {
    const session = await findSession(deps.db, sessionId)
    if (!session) {
      await openSession(deps, dialer, request)
      continue
    }
    const step = nextStep(deps, dialer, session, text)
    if (step.type === 'show') return step.view
    if (step.type === 'run' && (await claimStep(deps.db, session)))
      return runStep(deps, dialer, session, { text, input: step.input })
    if (Date.now() >= timeoutAt) return endUssdSession(ussdTexts.slow({ ussd: deps.ussdCode }))
    await pause(pollMs)
  }
}

/**
 * A new session starts at the main menu, or offers to continue the phone's last one. Inputs that came with the code are
 * not read: they were not given to a screen.
 */
async function openSession(
  { db, sessionSecret }: UssdDeps,
  { phone, account }: UssdCaller,
  { sessionId, text }: UssdRequest,
): Promise<void> {
  const resumePoint = await findResumePoint(db, phone)
  const screen: Screen = resumePoint ? { name: 'resume' } : { name: 'main', linked: account !== null }
  await createSession(db, {
    id: sessionId,
    phone,
    screen,
    resumePoint,
    inputs: inputsOf(sessionSecret, text),
  })
}

type Step =
  | { readonly type: 'show'; readonly view: ScreenView }
  | { readonly type: 'run'; readonly input: string }
  | { readonly type: 'wait' }

const showView = (view: ScreenView): Step => ({ type: 'show', view })

/** The step of a request: the same screen again, or one more input. */
function nextStep(
  { sessionSecret, ussdCode }: UssdDeps,
  { phone }: UssdCaller,
  session: StoredSession,
  text: string,
): Step {
  if (session.phone !== phone)
    return showView(endUssdSession(ussdTexts.otherPhoneSession({ ussd: ussdCode })))
  if (session.isBusy) return { type: 'wait' }
  const { length } = session.inputs
  const continuesText = isSame(inputsOf(sessionSecret, text.slice(0, length)), session.inputs)
  const isNext = text.length > length && (length === 0 || text[length] === '*')
  // Anything else repeats an earlier request, or is not of this session: it is shown where it is.
  if (!continuesText || !isNext) return showView(session)
  if (session.isExpired || endsSession(session.screen))
    return showView(endUssdSession(ussdTexts.sessionEnded({ ussd: ussdCode })))
  return { type: 'run', input: text.slice(length === 0 ? 0 : length + 1) }
}

async function runStep(
  deps: UssdDeps,
  dialer: UssdCaller,
  session: StoredSession,
  { text, input }: { text: string; input: string },
): Promise<ScreenView> {
  try {
    const result = await performUssdAction(deps, dialer, actionFor(session.screen, input), session)
    await saveStep(deps.db, session.id, inputsOf(deps.sessionSecret, text), result)
    return result
  } catch (error) {
    await releaseStep(deps.db, session.id)
    throw error
  }
}

const inputsOf = (sessionSecret: string, text: string): ProcessedInputs => ({
  length: text.length,
  hash: createHmac('sha256', `ussd inputs ${sessionSecret}`).update(text).digest(),
})

const isSame = (actual: ProcessedInputs, expected: ProcessedInputs): boolean =>
  actual.length === expected.length && actual.hash.equals(expected.hash)
