import type { EveryPage, TellMePage } from '../../islands/pages.ts'
import { tiles } from '../../shared/constants.ts'
import { tellMeWhenBack } from '../../shared/operations.ts'
import * as address from '../../shared/pages.ts'
import type { Fields, Form, Load, Shown, Site } from './page.ts'
import { statusOf } from './site-data.ts'

type Props = Omit<TellMePage, keyof EveryPage>

export const loadTellMe: Load = ({ query }, site) => shown(site, query)

/** "Tell me when it is back", posted without script. */
export const tellMeForm: Form = {
  path: address.tellMe,
  page: address.tellMe,
  async submit(visit, fields, site) {
    const service = tiles.find((it) => it === fields.service)
    if (!service) return shown(site, fields)
    const { phone = '', email = '' } = fields
    const body = { ...(phone && { phone }), ...(email && { email }) }
    const answer = await site.api.ask(tellMeWhenBack, { params: { service }, body }, visit.caller)
    if (answer.ok) return shown(site, fields, { values: {}, done: answer.message })
    return this.again(visit, fields, site, { ...answer, http: answer.http || 503 })
  },
  again: (_, fields, site, { http, message, errors }) => shown(site, fields, { message, errors }, http),
}

async function shown(site: Site, fields: Fields, over: Partial<Props> = {}, http = 200): Promise<Shown> {
  const service = tiles.find((it) => it === fields.service)
  if (!service) return { is: 'elsewhere', to: address.home }
  const { phone = '', email = '' } = fields
  const props: Props = {
    service: statusOf(await site.data.statuses(), service),
    values: { phone, email },
    errors: {},
    message: null,
    done: null,
    csrf: site.csrf,
    ...over,
  }
  return { is: 'page', http, props }
}
