import { useState } from 'react'
import { type Forecast, setLowUnitsAlert } from '../../shared/forecasts.ts'
import { type NotifyChannel, notifyChannels } from '../../shared/schedules.ts'
import { useMutation } from '../account/use-mutation.ts'
import { formatMoney, toast } from '../lib/index.ts'
import { SelectField } from '../ui/select-field.tsx'
import { channelNames } from './frequency.ts'
import { lowUnitsText } from './low-units-text.ts'
import { schedulesTexts } from './texts.ts'

/** When the units of the user's meters run low, with the choice of a message. Nothing without a forecast. */
export function ForecastList({ forecasts }: { forecasts: readonly Forecast[] }) {
  if (forecasts.length === 0) return null
  return (
    <section className="card stack" aria-labelledby="forecast">
      <h2 id="forecast">{schedulesTexts.forecastTitle()}</h2>
      <ul className="stack">
        {forecasts.map((forecast) => (
          <li key={forecast.number} className="stack">
            <ForecastItem forecast={forecast} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ForecastItem({ forecast }: { forecast: Forecast }) {
  const { number, company, alert } = forecast
  const [channel, setChannel] = useState<NotifyChannel | ''>(alert ?? '')
  const { send } = useMutation(setLowUnitsAlert)

  async function choose(nextChannel: NotifyChannel | ''): Promise<void> {
    const previousChannel = channel
    setChannel(nextChannel)
    const envelope = await send({ body: { number, channel: nextChannel || null } })
    if (envelope) toast.success(schedulesTexts.alertSaved())
    else setChannel(previousChannel)
  }

  return (
    <>
      <p>
        <strong>{schedulesTexts.meter({ number, biller: company })}</strong>
        <br />
        {dailyUseText(forecast)}
        <br />
        <span suppressHydrationWarning>{lowUnitsText(forecast)}</span>
      </p>
      <div className="script-only">
        <SelectField
          name="alert"
          label={schedulesTexts.alert()}
          value={channel}
          onValueChange={(value) => void choose(value as NotifyChannel | '')}
        >
          <option value="">{schedulesTexts.alertOff()}</option>
          {notifyChannels.map((value) => (
            <option key={value} value={value}>
              {channelNames[value]()}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  )
}

const dailyUseText = ({ unit, daily_use }: Forecast): string =>
  unit === 'kWh'
    ? schedulesTexts.dailyUnits({ use: daily_use })
    : schedulesTexts.dailyNaira({ use: formatMoney(daily_use) })
