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

/** Where somebody signs in, by what the browser says of itself: "Chrome on Android". For its owner's eyes alone. */
export function deviceFrom(agent: string | undefined): string {
  const named = (words: typeof browsers) => words.find(([mark]) => mark.test(agent ?? ''))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Another program'
}
