import { purchaseTexts } from './texts.ts'

/** Test values of the simulators, shown as a field hint. */
export const testNumbers = (suggestion: string): string => purchaseTexts.testValues({ suggestion })

export const testPhones = (): string => testNumbers(purchaseTexts.testPhones())
