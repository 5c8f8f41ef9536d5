export {
  InvalidSettingError,
  isSetting,
  parseSetting,
  type SettingName,
  type SettingValues,
  settingNames,
} from './definitions.ts'
export type { ConfiguredProviders } from './provider-choices.ts'
export { limitPointsFrom } from './rate-limit-points.ts'
export {
  createSettings,
  type Settings,
  SettingsConflictError,
} from './settings.ts'
