import { useEffect, useState } from 'react'
import { allTemplates, type messageServices, type Template } from '../../shared/management/messages.ts'
import { ask } from '../lib/index.ts'

/** Templates of a service. Those that cannot be had are no reason to stop writing. Source: specification 2, section 7 */
export function useTemplates(
  type: (typeof messageServices)[number] | '',
  message_type?: 'sms',
): { templates: Template[]; again: () => void } {
  const [templates, setTemplates] = useState<Template[]>([])
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks once more
  useEffect(() => {
    setTemplates([])
    if (!type) return
    let wanted = true
    const query = message_type ? { type, message_type } : { type }
    ask(allTemplates, { query, quiet: true }).then(
      (envelope) => wanted && setTemplates(envelope?.data ?? []),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [type, message_type, turn])
  return { templates, again: () => setTurn((was) => was + 1) }
}
