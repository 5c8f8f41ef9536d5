import { useEffect, useState } from 'react'
import type { MeterType } from '../../shared/constants.ts'
import type { Disco } from '../../shared/power.ts'
import { listDiscoCompanies } from '../lib/index.ts'

type Lists = Record<MeterType, Disco[]>

/** The companies that sell a type of meter: those the page came with, else those the API lists. Source: D-039. */
export function useDiscos(meterType: MeterType, given: Lists): Disco[] {
  const [fetched, setFetched] = useState<Partial<Lists>>({})
  const missing = given[meterType].length === 0
  useEffect(() => {
    if (!missing) return
    let wanted = true
    listDiscoCompanies(meterType).then((list) => {
      if (wanted) setFetched((was) => ({ ...was, [meterType]: list }))
    })
    return () => {
      wanted = false
    }
  }, [meterType, missing])
  return missing ? (fetched[meterType] ?? []) : given[meterType]
}
