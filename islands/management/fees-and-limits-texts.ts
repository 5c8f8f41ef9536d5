import { defineTexts } from '../../shared/i18n.ts'

/** Fees and limits, with their history. */
export const feesAndLimitsTexts = defineTexts('managementFeesAndLimits', {
  approvals: 'Approvals of fees and limits',
  historyTitle: 'History',
  loadingHistory: 'Loading the history...',
  historyCaption: 'Changed settings',
  emptyHistory: 'No changes yet',
  setting: 'Setting',
  oldValue: 'Old value',
  newValue: 'New value',
  settingWithUnit: '{setting} ({unit})',
  rangeHint: 'From {min, number} to {max, number}.',
  builtInHint: 'From {min, number} to {max, number}. Empty: {value, number}.',
  noLimit: 'No limit',
  numbersOnly: 'Please enter numbers only.',
  changedMeanwhile: 'Someone else changed settings. Nothing was saved. Check your changes and save again.',
  conflict: 'Someone else set this to {value}.',
  changedByOther: 'Changed by someone else. Before: {value}.',
  noValue: 'no value',
  save: 'Save changes',
  count: '{count, plural, one {# setting} other {# settings}}',
})
