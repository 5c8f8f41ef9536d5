/** Test values of the simulators, shown as a field hint. */
export const testNumbers = (suggestion: string): string =>
  `Test mode: ${suggestion}. Test endings: 0001 pending, 0002 timeout, 0003 fails, 0004 no answer.`

export const testPhones = testNumbers('try 08011111111, or any number that begins with 0801')
