import { useEffect, useState } from 'react'
import { allTemplates, type messageServices, type Template } from '../../shared/management/messages.ts'
import { request } from '../lib/index.ts'

/** Templates of a service. A failed load does not block writing. Source: specification 2, section 7 */
export function useTemplates(
  type: (typeof messageServices)[number] | '',
  message_type?: 'sms',
): { templates: Template[]; reload: () => void } {
  const [templates, setTemplates] = useState<Template[]>([])
  const [fetchCount, setFetchCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fetchCount` triggers a reload
  useEffect(() => {
    setTemplates([])
    if (!type) return
    let isCurrent = true
    const query = message_type ? { type, message_type } : { type }
    request(allTemplates, { query, quiet: true }).then(
      (envelope) => isCurrent && setTemplates(envelope?.data ?? []),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [type, message_type, fetchCount])
  return { templates, reload: () => setFetchCount((previous) => previous + 1) }
}
