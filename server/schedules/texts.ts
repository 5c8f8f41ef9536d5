import { defineTexts } from '../../shared/i18n.ts'

/** Scheduled purchases: messages of the API, reasons of runs, reminders and results. */
export const scheduleServerTexts = defineTexts('scheduleServer', {
  created: 'The purchase is scheduled.',
  skipped: 'The run is skipped.',
  paused: 'The schedule is paused.',
  resumed: 'The schedule is active again.',
  ended: 'The schedule has ended.',

  sourceMissing: 'Choose a beneficiary or an order.',
  startInPast: 'Choose a day from tomorrow on, at most a year ahead.',
  cardMissing: 'Choose a saved card.',
  phoneMissing: 'Add a Nigerian phone number to your profile first, or choose e-mail.',
  pushMissing: 'Turn on notifications on the page of a delivered order first, or choose e-mail.',
  beneficiaryPhoneMissing: 'Add a phone number to this beneficiary first.',
  runLimitTooLow: 'This purchase costs {total} now. The limit for one run cannot be lower.',
  monthLimitTooLow: 'The limit for a month cannot be lower than the limit for one run.',
  prepaidOnly: 'Only purchases for a prepaid meter can follow its units.',
  noForecast:
    'We need at least three purchases for this meter to forecast its units. Choose another frequency.',
  tooMany: 'You can have at most {max} schedules that have not ended.',
  nothingToSkip: 'This run is no longer the next one.',
  notActive: 'This schedule is not active.',
  notPaused: 'This schedule is not paused.',
  notPayable: 'This run cannot be paid.',

  walletTooLowRetry:
    'Your wallet was too low. We try again at {time}. Top up your wallet before then, or skip this run by pausing the schedule.',
  walletTooLow:
    'Your wallet was too low at three attempts. Nothing was bought. Press Pay now to buy it yourself.',
  providerUnavailableRetry: 'The company cannot be reached. No money was taken. We try again at {time}.',
  providerUnavailable: 'The company could not be reached for 24 hours. No money was taken.',
  priceChangedRetry: 'The price or its availability changed. No money was taken. We try again at {time}.',
  priceChanged: 'The price or its availability kept changing. No money was taken.',
  aboveRunLimit:
    'It costs {total} now, above your limit of {limit} for one run. No money was taken. Press Pay now to buy it at this price.',
  aboveMonthLimit:
    'This purchase would exceed your limit of {limit} for the month. No money was taken. The next run is not affected.',
  accountBlocked: 'Your account is blocked. No money was taken.',
  skippedByOwner: 'You skipped this run.',
  scheduleStopped: 'The schedule was paused or ended. No money was taken.',
  cardMissingReason: 'The saved card was deleted. No card was charged. The schedule is paused.',
  cardExpired: 'The saved card has expired. No card was charged. The schedule is paused.',
  cardDeclined:
    'Your card was not charged. We will not charge it again automatically: press Pay now to pay yourself. The schedule is paused.',
  cardConfirmation:
    'Your bank wants you to confirm the payment. We will not charge the card again automatically. Press Pay now. The schedule is paused.',
  refused:
    '{reason} No money was taken. The schedule is paused: check the details, then resume it or create a new one.',
  databaseRestored:
    'We cannot tell whether it was bought already. Check your orders, and press Pay now if it was not. Nothing more is charged for it.',

  reminderSubject: 'Tomorrow: {title} for {number}',
  reminderWallet:
    'Tomorrow at 8 am we buy {title} for {number}, about {amount}, from your wallet. You can skip it until then.',
  reminderCard:
    'Tomorrow at 8 am we buy {title} for {number}, about {amount}, with your saved card. You can skip it until then.',
  resultSubject: 'Scheduled purchase: {title} for {number}',
  view: 'View schedules',
  lowUnitsSubject: 'Electricity may run low: meter {number}',
  lowUnits: 'We estimate that the units of meter {number} will run low between {from} and {to}.',
  buyNow: 'Buy electricity',
})
