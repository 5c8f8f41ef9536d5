import { getAllStates, getPhoneCodes } from '../../shared/actions.ts'
import { list } from '../lib/index.ts'

export const listStates = async () => (await list(getAllStates)) ?? []

export const listPhoneCodes = async () => (await list(getPhoneCodes)) ?? []
