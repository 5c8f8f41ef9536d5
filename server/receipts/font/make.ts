/**
 * Makes the two fonts of the receipt out of Noto Sans (npm package @expo-google-fonts/noto-sans 0.4.2,
 * SIL Open Font License 1.1, in LICENSE.txt). Run once, when characters.ts changes:
 *   node server/receipts/font/make.ts <folder of the unpacked package>
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { characters } from './characters.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Say where the package @expo-google-fonts/noto-sans was unpacked.')

const here = import.meta.dirname
for (const [from, to] of [
  ['400Regular/NotoSans_400Regular.ttf', 'regular.ttf'],
  ['700Bold/NotoSans_700Bold.ttf', 'bold.ttf'],
] as const) {
  const whole = await readFile(join(folder, from))
  // Without ccmp, which splits ọ into two glyphs, and a reader then copies something else.
  const options = {
    targetFormat: 'sfnt',
    noHinting: true,
    keepFeatures: ['mark', 'mkmk', 'kern'],
  } as const
  await writeFile(join(here, to), await subsetFont(whole, characters, options))
}
await writeFile(join(here, 'LICENSE.txt'), await readFile(join(folder, 'LICENSE_FONT')))
