/**
 * Builds the two receipt fonts from Noto Sans (npm package @expo-google-fonts/noto-sans 0.4.2,
 * SIL Open Font License 1.1, in LICENSE.txt). Run once, when characters.ts changes:
 *   node server/receipts/font/make.ts <folder of the unpacked package>
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { characters } from './characters.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Pass the folder of the unpacked package @expo-google-fonts/noto-sans.')

const outputFolder = import.meta.dirname
for (const [from, to] of [
  ['400Regular/NotoSans_400Regular.ttf', 'regular.ttf'],
  ['700Bold/NotoSans_700Bold.ttf', 'bold.ttf'],
] as const) {
  const fullFont = await readFile(join(folder, from))
  // Without ccmp, which splits ọ into two glyphs, so that PDF readers copy different text.
  const options = {
    targetFormat: 'sfnt',
    noHinting: true,
    keepFeatures: ['mark', 'mkmk', 'kern'],
  } as const
  await writeFile(join(outputFolder, to), await subsetFont(fullFont, characters, options))
}
await writeFile(join(outputFolder, 'LICENSE.txt'), await readFile(join(folder, 'LICENSE_FONT')))
