import { isSetting, type Settings, settingNames, typedSetting, WrongSetting } from '../settings/index.ts'
import { CommandRefused } from './control.ts'

/**
 * What `npm run setting` does: nothing more lists all, a name reads one, a name and a value changes it.
 * @returns lines to print
 */
export async function settingCommand(
  settings: Settings,
  [name, ...typed]: readonly string[],
): Promise<string[]> {
  if (name === undefined) {
    const now = await settings.all()
    return settingNames.map((it) => line(it, now[it]))
  }
  if (!isSetting(name)) {
    throw new CommandRefused(`There is no setting ${name}. The settings are: ${settingNames.join(', ')}.`)
  }
  try {
    if (typed.length > 0) await settings.change(name, typedSetting(name, typed.join(' ')))
  } catch (error) {
    if (error instanceof WrongSetting) throw new CommandRefused(error.message)
    throw error
  }
  return [line(name, await settings.get(name))]
}

const line = (name: string, value: unknown) => `${name} ${value === null ? '(none)' : String(value)}`
