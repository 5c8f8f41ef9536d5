import { z } from 'zod'

/** 1 is on, 0 is off. The command line also accepts `on` and `off`. */
const Status = z.literal([0, 1])
export const KoboSetting = z.int().min(0).max(100_000_000_000)

export interface SettingDefinition<T> {
  readonly schema: z.ZodType<T>
  readonly value: T
  readonly description: string
}
export const defineSetting = <T>(
  reads: z.ZodType<T>,
  value: NoInfer<T>,
  description: string,
): SettingDefinition<T> => ({
  schema: reads,
  value,
  description,
})

export const onOrOff = (name: string, value: 0 | 1) => defineSetting(Status, value, `${name}: 1 on, 0 off`)
