import { accountServerTexts } from './texts.ts'

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera Mini|OPiOS/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** Device name from the User-Agent header: "Chrome on Android". Shown to the account's owner only. */
export function deviceNameOf(agent: string | undefined): string {
  const findLabel = (entries: typeof browsers) => entries.find(([pattern]) => pattern.test(agent ?? ''))?.[1]
  const [browser, system] = [findLabel(browsers), findLabel(systems)]
  if (browser && system) return accountServerTexts.browserOnSystem({ browser, system })
  return browser ?? system ?? accountServerTexts.otherProgram()
}
