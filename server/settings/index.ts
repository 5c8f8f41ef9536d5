export {
  isSetting,
  type SettingName,
  type SettingValues,
  settingNames,
  typedSetting,
  WrongSetting,
} from './known.ts'
export { changeSetting, openSettings, type Settings } from './settings.ts'
