export type { Choice, Choices, Configured } from './choices.ts'
export {
  isSetting,
  type SettingName,
  type SettingValues,
  settingNames,
  typedSetting,
  WrongSetting,
} from './known.ts'
export { type ChangedBy, openSettings, type Settings, SettingsMoved } from './settings.ts'
