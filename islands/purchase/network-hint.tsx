import { networkOf } from './network-of-phone.ts'

interface NetworkHintProps {
  /** The phone as typed. */
  phone: string
  /** The network's name; '' while none is chosen. */
  chosen: string
  networks: readonly { code: string; name: string }[]
  onChoose: (name: string) => void
}

/** Under the label of a network: the one that the number began with, one press away. Chosen by nobody but the person. */
export function networkHint({ phone, chosen, networks, onChoose }: NetworkHintProps) {
  const usual = networkOf(phone, networks)
  if (!usual || usual.name === chosen) return null
  return (
    <>
      This number looks like {usual.name}.{chosen && ` Was the line moved to ${chosen}?`}{' '}
      <button type="button" className="chip script-only" onClick={() => onChoose(usual.name)}>
        Use it
      </button>
    </>
  )
}
