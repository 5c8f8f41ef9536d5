export {
  InvalidSettingError,
  isSetting,
  parseSetting,
  type SettingName,
  type SettingValues,
  settingNames,
} from './definitions.ts'
export type { ConfiguredProviders, ProviderChoice, ProviderChoices } from './provider-choices.ts'
export {
  type ChangedBy,
  createSettings,
  type SettingStep,
  type Settings,
  SettingsConflictError,
} from './settings.ts'
