import { useState } from 'react'
import type { FieldErrors } from '../../shared/contract.ts'

export interface Notes {
  /** What the field says is wrong, when it may be told already. */
  of: (name: string) => string | undefined
  /** The field was left: from now on it may be told. An empty one waits for the submit. */
  leave: (name: string, value: string) => void
  /** The field is typed into: one that was right stays quiet until it is left again. */
  type: (name: string) => void
  /** After a submit everything may be told. */
  tellAll: (names: readonly string[]) => void
}

/**
 * Says what is wrong after a field was left, not while it is typed, and is quiet as soon as it is mended.
 * `problems` is asked only when something may be told: checking costs more than drawing a form.
 */
export function useNotes(problems: () => FieldErrors): Notes {
  const [told, setTold] = useState<readonly string[]>([])
  return {
    of: (name) => (told.includes(name) ? problems()[name]?.[0] : undefined),
    leave: (name, value) => {
      if (value.trim() !== '') setTold((was) => (was.includes(name) ? was : [...was, name]))
    },
    type: (name) => {
      if (told.includes(name) && !problems()[name]) setTold((was) => was.filter((it) => it !== name))
    },
    tellAll: setTold,
  }
}
