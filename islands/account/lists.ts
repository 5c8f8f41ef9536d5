import { getPhoneCodes, getStates } from '../../shared/actions.ts'
import { fetchOrNull } from '../lib/index.ts'

/** The states of Nigeria. Empty if loading fails. */
export const fetchStates = async () => (await fetchOrNull(getStates)) ?? []

/** Countries and their calling codes. Empty if loading fails. */
export const fetchPhoneCodes = async () => (await fetchOrNull(getPhoneCodes)) ?? []
