/** Removes browser features newer than 2022, the oldest browsers that `vite.config.ts` supports. */
export function removeNewFeatures(): void {
  const newer: [object, string[]][] = [
    [URL, ['canParse', 'parse']],
    [Map, ['groupBy']],
    [Object, ['groupBy']],
    [Promise, ['try', 'withResolvers']],
    [Array, ['fromAsync']],
    [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
    [Set.prototype, ['difference', 'intersection', 'isSubsetOf', 'symmetricDifference', 'union']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [AbortSignal, ['any', 'timeout']],
    [Crypto.prototype, ['randomUUID']],
    [Response, ['json']],
  ]
  for (const [of, names] of newer) for (const name of names) Reflect.deleteProperty(of, name)
}
