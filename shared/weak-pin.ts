/** Commonly guessed PINs that none of the rules cover. */
const commonPins: ReadonlySet<string> = new Set([
  ...['159753', '147258', '258369', '147852', '123654', '789456', '142536', '456123', '789123'],
  ...['246810', '135790', '102030', '010203', '131420', '520131'],
])

/** True for an easily guessed PIN: few distinct digits, a sequence, equal halves, a palindrome, pairs of digits. */
export function isWeakPin(pin: string): boolean {
  const digits = [...pin].map(Number)
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10)
  const half = pin.length / 2
  return (
    new Set(digits).size < 3 ||
    new Set(steps).size === 1 ||
    pin.slice(0, half) === pin.slice(half) ||
    pin === [...pin].reverse().join('') ||
    /^(?:(.)\1)+$/.test(pin) ||
    commonPins.has(pin)
  )
}
