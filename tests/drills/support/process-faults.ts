/**
 * Loaded into the process of the app by NODE_OPTIONS. SIGUSR2 steps its clock to 26 h ahead, 26 h behind and back;
 * SIGHUP blocks its event loop.
 */
const hourMs = 3_600_000
const offsets = [26 * hourMs, -26 * hourMs, 0]
const blockMs = 5_000

const RealDate = Date
let offsetIndex = -1
const currentOffset = () => offsets[offsetIndex] ?? 0

class SteppedDate extends RealDate {
  constructor(...args: [] | [value: number | string | Date]) {
    super(args.length === 0 ? RealDate.now() + currentOffset() : args[0])
  }
  static override now(): number {
    return RealDate.now() + currentOffset()
  }
}
globalThis.Date = new Proxy(SteppedDate, {
  // `new Date(year, month, …)` takes more arguments than the class.
  construct: (target, args) =>
    args.length > 1 ? Reflect.construct(RealDate, args) : Reflect.construct(target, args),
  apply: () => new SteppedDate().toString(),
}) as unknown as DateConstructor

process.on('SIGUSR2', () => {
  offsetIndex = (offsetIndex + 1) % offsets.length
})
process.on('SIGHUP', () => {
  const until = performance.now() + blockMs
  while (performance.now() < until);
})
