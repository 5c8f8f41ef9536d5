import { getPhoneCodes, getStates } from '../../shared/actions.ts'
import { fetchOrNull } from '../lib/index.ts'

/** The states of Nigeria. Empty if loading fails. */
export const listStates = async () => (await fetchOrNull(getStates)) ?? []

/** Countries and their calling codes. Empty if loading fails. */
export const listPhoneCodes = async () => (await fetchOrNull(getPhoneCodes)) ?? []
