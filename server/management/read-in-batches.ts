const batchSize = 1_000

/** Reads many rows in batches, so that no statement grows without bound. */
export async function readInBatches<Key, Row>(
  keys: readonly Key[],
  read: (batch: readonly Key[]) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let offset = 0; offset < keys.length; offset += batchSize)
    all.push(...(await read(keys.slice(offset, offset + batchSize))))
  return all
}
