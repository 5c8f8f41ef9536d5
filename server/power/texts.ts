import { defineTexts } from '../../shared/i18n.ts'

/** Electricity orders: messages of the API, labels of tokens, titles in the history. */
export const powerServerTexts = defineTexts('powerServer', {
  historyTitle: 'Electricity',
  orderLabel: 'Electricity for meter {number}',
  delivered: 'Your electricity is ready.',
  noHistory: 'No transaction records.',

  companyNotInList: 'Please choose your electricity company from the list.',
  companyUnknown: 'We do not know that electricity company. We know: {codes}.',
  belowMinimum: 'Minimum for this meter is {amount}.',
  aboveMaximum: 'Maximum for this meter is {amount}.',

  keyChangeToken1: 'Key change token 1',
  keyChangeToken2: 'Key change token 2',
  resetToken: 'Reset token',
  configurationToken: 'Configuration token',
  mainToken: 'Token',
  bonusToken: 'Bonus token',
})
