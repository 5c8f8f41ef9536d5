import { networkHintTexts } from './network-hint-texts.ts'
import { networkOfPhone } from './network-of-phone.ts'

interface NetworkHintProps {
  /** The phone number as typed. */
  phone: string
  /** Name of the selected network; '' while none is selected. */
  selectedNetwork: string
  networks: readonly { code: string; name: string }[]
  onChoose: (name: string) => void
}

/**
 * Hint below the network label: suggests the network that the number's prefix belongs to. It is only applied when
 * the user presses the button.
 */
export function networkHint({ phone, selectedNetwork, networks, onChoose }: NetworkHintProps) {
  const suggested = networkOfPhone(phone, networks)
  if (!suggested || suggested.name === selectedNetwork) return null
  return (
    <>
      {selectedNetwork
        ? networkHintTexts.suggestionForPorted({ suggested: suggested.name, chosen: selectedNetwork })
        : networkHintTexts.suggestion({ suggested: suggested.name })}{' '}
      <button type="button" className="chip script-only" onClick={() => onChoose(suggested.name)}>
        {networkHintTexts.accept()}
      </button>
    </>
  )
}
