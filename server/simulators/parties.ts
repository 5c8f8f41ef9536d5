import type { Ground, Party } from './party.ts'
import { paystackParties } from './paystack/index.ts'
import { smtpParty } from './smtp/index.ts'
import { termiiParty } from './termii/index.ts'
import { vtpassParty } from './vtpass/index.ts'

/** Everybody whom the product trades with. */
export const partiesOn = (ground: Ground): Party[] => [
  ...paystackParties(ground),
  vtpassParty(ground),
  termiiParty(ground),
  smtpParty(ground),
]
