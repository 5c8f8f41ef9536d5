import { discoOf, findNetwork, type NetworkService, namesOfStates, networkOf } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { beneficiaryServerTexts } from './texts.ts'

type InputValue = string | number | null | undefined

/**
 * The selected network, by id, code or name.
 * @param field wire name of the field that selects it
 * @throws ApiError INVALID
 */
export async function parseNetwork(
  db: Database,
  service: NetworkService,
  values: readonly InputValue[],
  field: string,
): Promise<{ code: string; name: string }> {
  const rows = await db.q.selectFrom('products').select('code').where('service', '=', service).execute()
  const networks = rows.map(({ code }) => networkOf(service, code))
  for (const value of values) {
    const network = findNetwork(networks, String(value ?? ''))
    if (network) return network
  }
  throw new ApiError('INVALID', { field, message: beneficiaryServerTexts.networkNotInList() })
}

/** The selected electricity company; ids that do not match its code are rejected. @throws ApiError INVALID */
export async function parseDisco(
  db: Database,
  input: { disco_code: string; disco_id?: InputValue; company_id?: InputValue },
): Promise<{ code: string }> {
  const disco = await discoOf(db, input.disco_code)
  const invalidField = (field: string) =>
    new ApiError('INVALID', { field, message: beneficiaryServerTexts.companyNotInList() })
  if (!disco) throw invalidField('disco_code')
  const matchesDisco = (value: InputValue) =>
    value === undefined || value === null || ['', disco.id, disco.company.name].includes(String(value))
  if (!matchesDisco(input.disco_id)) throw invalidField('disco_id')
  if (!matchesDisco(input.company_id)) throw invalidField('company_id')
  return disco
}

/** The name of the selected state, by id or name. @throws ApiError INVALID */
export async function parseState(db: Database, input: string): Promise<string> {
  const state = (await namesOfStates(db)).find(({ id, name }) => id === input || name === input)
  if (state) return state.name
  throw new ApiError('INVALID', { field: 'state_id', message: beneficiaryServerTexts.stateNotInList() })
}
