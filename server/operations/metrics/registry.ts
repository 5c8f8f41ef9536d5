import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A metric of this process, with its label names. */
interface Definition<Label extends string> {
  readonly name: string
  readonly help: string
  readonly labels: readonly Label[]
}

/** Creates metrics in one registry, which belongs to one running application. */
export function createRegistry() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const optionsOf = <Label extends string>({ name, help, labels }: Definition<Label>) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  })
  return {
    registry,
    counter: <const Label extends string>(definition: Definition<Label>): Counter<Label> =>
      new Counter(optionsOf(definition)),
    /** @param definition.buckets upper limits in seconds */
    histogram: <const Label extends string>(
      definition: Definition<Label> & { readonly buckets: readonly number[] },
    ): Histogram<Label> => new Histogram({ ...optionsOf(definition), buckets: [...definition.buckets] }),
    /** A counter whose values `read` sets at each scrape, because they are counted outside this registry. */
    counterOf: <const Label extends string>(
      definition: Definition<Label> & { readonly read: (counter: Counter<Label>) => Promise<void> },
    ): Counter<Label> =>
      new Counter({
        ...optionsOf(definition),
        async collect() {
          this.reset()
          await definition.read(this)
        },
      }),
    /** @param definition.read sets the values at each scrape */
    gauge: <const Label extends string>(
      definition: Definition<Label> & { readonly read: (gauge: Gauge<Label>) => Promise<void> | void },
    ): Gauge<Label> =>
      new Gauge({
        ...optionsOf(definition),
        async collect() {
          this.reset()
          await definition.read(this)
        },
      }),
  }
}

export type MetricsRegistry = ReturnType<typeof createRegistry>
