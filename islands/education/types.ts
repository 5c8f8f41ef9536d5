import { educationTypes } from '../../shared/education.ts'
import { fetchList } from '../lib/index.ts'

/** Examinations and variations; not cached, because prices change. */
export const listEducationTypes = async () => (await fetchList(educationTypes)) ?? []
