import { africasTalkingParty } from './africastalking/index.ts'
import { buypowerParty } from './buypower/index.ts'
import { flutterwaveParties } from './flutterwave/index.ts'
import { irechargeParties } from './irecharge/index.ts'
import { monnifyParties } from './monnify/index.ts'
import type { Ground, Party } from './party.ts'
import { paystackParties } from './paystack/index.ts'
import { smtpParty } from './smtp/index.ts'
import { termiiParty } from './termii/index.ts'
import { vtpassParties } from './vtpass/index.ts'

/** Everybody whom the product trades with. */
export const partiesOn = (ground: Ground): Party[] => [
  ...paystackParties(ground),
  ...flutterwaveParties(ground),
  ...monnifyParties(ground),
  ...vtpassParties(ground),
  buypowerParty(ground),
  ...irechargeParties(ground),
  termiiParty(ground),
  africasTalkingParty(ground),
  smtpParty(ground),
]
