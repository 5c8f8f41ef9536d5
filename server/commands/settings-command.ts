import {
  InvalidSettingError,
  isSetting,
  parseSetting,
  type Settings,
  settingNames,
} from '../settings/index.ts'
import { CommandError } from './control.ts'

/**
 * Runs `npm run setting`: without arguments lists all settings; a name reads one; a name and a value change it.
 * @returns lines to print
 */
export async function settingCommand(
  settings: Settings,
  [name, ...values]: readonly string[],
): Promise<string[]> {
  if (name === undefined) {
    const current = await settings.all()
    return settingNames.map((settingName) => formatLine(settingName, current[settingName]))
  }
  if (!isSetting(name)) {
    throw new CommandError(`There is no setting ${name}. The settings are: ${settingNames.join(', ')}.`)
  }
  try {
    if (values.length > 0) await settings.change(name, parseSetting(name, values.join(' ')))
  } catch (error) {
    if (error instanceof InvalidSettingError) throw new CommandError(error.message)
    throw error
  }
  return [formatLine(name, await settings.get(name))]
}

const formatLine = (name: string, value: unknown) => `${name} ${value === null ? '(none)' : String(value)}`
