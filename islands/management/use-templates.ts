import { getEmailTemplates, type messageServices, type Template } from '../../shared/management/messages.ts'
import { useQuery } from '../account/use-query.ts'

/** Templates of a service. A failed load does not block writing. Source: specification 2, section 7 */
export function useTemplates(
  type: (typeof messageServices)[number] | '',
  message_type?: 'sms',
): { templates: Template[]; reload: () => void } {
  const { data, reload } = useQuery(getEmailTemplates, type ? { query: { type, message_type } } : null, {
    quiet: true,
  })
  return { templates: data ?? [], reload }
}
