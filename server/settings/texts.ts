import { defineTexts } from '../../shared/i18n.ts'

/** Why a setting cannot have a value. */
export const settingTexts = defineTexts('settingServer', {
  unknown: 'There is no setting {name}.',
  invalid: '{name} cannot be {value}: {reason}.',
  unavailable: '{name} cannot be {value}: {reason}',
  invalidValue: 'invalid value',
  notConfigured: '{provider} is not configured: its keys are missing.',
  serviceMissing: '{vendor} does not provide {service}.',
  bvnMissing: '{gateway} cannot check a BVN immediately.',
})
