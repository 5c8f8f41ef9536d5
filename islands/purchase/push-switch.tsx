import { useState } from 'react'
import { toast } from '../lib/index.ts'
import { canReceivePush, fetchPushKey, isPushOn, turnPushOff, turnPushOn } from '../lib/push.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { Button } from '../ui/index.ts'
import { deviceTexts } from './device-texts.ts'

/** `hidden`: not loaded yet, or the browser or the server has no notifications, or nothing is offered. */
type PushState = 'hidden' | 'off' | 'on' | 'blocked'

/** Turns notifications on this device on and off. `isOffered`: also shown while they are off. */
export default function PushSwitch({ isOffered }: { isOffered: boolean }) {
  // Without a response nothing is offered.
  const loaded = useLoaded(isOffered ? loadOffer : loadSubscription)
  const [changed, setChanged] = useState<PushState | null>(null)
  const state = changed ?? loaded ?? 'hidden'
  const [isBusy, setIsBusy] = useState(false)

  async function toggle(): Promise<void> {
    setIsBusy(true)
    try {
      setChanged(state === 'on' ? await turnOff() : await turnOn())
    } catch {
      toast.error(deviceTexts.pushFailed())
    }
    setIsBusy(false)
  }

  if (state === 'hidden') return null
  return (
    <section className="card stack no-print" aria-labelledby="push-title">
      <h2 id="push-title">{deviceTexts.pushTitle()}</h2>
      <p role="status">{stateTexts[state]()}</p>
      {state !== 'blocked' && (
        <Button kind="plain" busy={isBusy} onClick={toggle}>
          {state === 'on' ? deviceTexts.turnPushOff() : deviceTexts.turnPushOn()}
        </Button>
      )}
    </section>
  )
}

const stateTexts = {
  off: deviceTexts.pushOffer,
  on: deviceTexts.pushOn,
  blocked: deviceTexts.pushBlocked,
} satisfies Record<Exclude<PushState, 'hidden'>, () => string>

const loadSubscription = async (): Promise<PushState> =>
  canReceivePush() && (await isPushOn()) ? 'on' : 'hidden'

async function loadOffer(): Promise<PushState> {
  if (!canReceivePush()) return 'hidden'
  if (await isPushOn()) return 'on'
  return (await fetchPushKey()) === null ? 'hidden' : 'off'
}

async function turnOff(): Promise<PushState> {
  await turnPushOff()
  toast.success(deviceTexts.pushTurnedOff())
  return 'off'
}

async function turnOn(): Promise<PushState> {
  const result = await turnPushOn()
  switch (result) {
    case 'on':
      toast.success(deviceTexts.pushTurnedOn())
      return 'on'
    case 'unavailable':
      toast.error(deviceTexts.pushFailed())
      return 'off'
    case 'dismissed':
      toast.error(deviceTexts.pushNotAllowed())
      return 'off'
    case 'blocked':
      return 'blocked'
  }
}
