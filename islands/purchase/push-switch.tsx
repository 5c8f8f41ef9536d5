import { useEffect, useState } from 'react'
import { toast } from '../lib/index.ts'
import { canReceivePush, isPushOn, loadPushKey, turnPushOff, turnPushOn } from '../lib/push.ts'
import { Button } from '../ui/index.ts'
import { deviceTexts } from './device-texts.ts'

/** Turns notifications on this device on and off. `offers`: also shown while they are off. */
export default function PushSwitch({ offers }: { offers: boolean }) {
  const [key, setKey] = useState<string | null>(null)
  const [isOn, setIsOn] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => {
    if (!canReceivePush()) return
    // Without an answer nothing is offered.
    isPushOn()
      .then(async (on) => {
        setIsOn(on)
        setKey(on || offers ? await loadPushKey() : null)
      })
      .catch(() => undefined)
  }, [offers])

  async function toggle(): Promise<void> {
    if (key === null) return
    setIsBusy(true)
    try {
      if (isOn) await turnPushOff()
      const turnedOn = !isOn && (await turnPushOn(key))
      setIsOn(turnedOn)
      if (isOn) toast.success(deviceTexts.pushTurnedOff())
      else if (turnedOn) toast.success(deviceTexts.pushTurnedOn())
      else toast.error(deviceTexts.pushNotAllowed())
    } catch {
      toast.error(deviceTexts.pushFailed())
    }
    setIsBusy(false)
  }

  if (key === null || (!isOn && !offers)) return null
  return (
    <section className="card stack no-print" aria-labelledby="push-title">
      <h2 id="push-title">{deviceTexts.pushTitle()}</h2>
      <p>{isOn ? deviceTexts.pushOn() : deviceTexts.pushOffer()}</p>
      <Button kind="plain" busy={isBusy} onClick={toggle}>
        {isOn ? deviceTexts.turnPushOff() : deviceTexts.turnPushOn()}
      </Button>
    </section>
  )
}
