import { discoOf, type NetworkService, namesOfStates, networkNamed, networkOf } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { Refused } from '../http/index.ts'

type Typed = string | number | null | undefined

/**
 * The network that was chosen, by its id, code or name.
 * @param field wire name of the field that names it
 * @throws Refused INVALID
 */
export async function chosenNetwork(
  db: Database,
  service: NetworkService,
  typed: readonly Typed[],
  field: string,
): Promise<{ code: string; name: string }> {
  const rows = await db.q.selectFrom('products').select('code').where('service', '=', service).execute()
  const networks = rows.map(({ code }) => networkOf(service, code))
  for (const it of typed) {
    const found = networkNamed(networks, String(it ?? ''))
    if (found) return found
  }
  throw new Refused('INVALID', { field, says: 'Please choose the network from the list.' })
}

/** The electricity company that was chosen; ids that disagree with its code are refused. @throws Refused INVALID */
export async function chosenDisco(
  db: Database,
  it: { disco_code: string; disco_id?: Typed; company_id?: Typed },
): Promise<{ code: string }> {
  const disco = await discoOf(db, it.disco_code)
  const refuse = (field: string) =>
    new Refused('INVALID', { field, says: 'Please choose your electricity company from the list.' })
  if (!disco) throw refuse('disco_code')
  const isIt = (given: Typed) =>
    given === undefined || given === null || ['', disco.id, disco.company.name].includes(String(given))
  if (!isIt(it.disco_id)) throw refuse('disco_id')
  if (!isIt(it.company_id)) throw refuse('company_id')
  return disco
}

/** The name of the state that was chosen, by its id or name. @throws Refused INVALID */
export async function chosenState(db: Database, typed: string): Promise<string> {
  const found = (await namesOfStates(db)).find(({ id, name }) => id === typed || name === typed)
  if (found) return found.name
  throw new Refused('INVALID', { field: 'state_id', says: 'Please choose the state from the list.' })
}
