/** What may be tried with simulated money; the form says it beside the field. */
export const testNumbers = (tries: string): string =>
  `Simulated money: ${tries}. An ending of 0001 waits first, 0002 times out, 0003 fails, 0004 never answers.`

export const testPhones = testNumbers('try 08011111111, or any number that begins with 0801')
