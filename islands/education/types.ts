import { getEducationTypes } from '../../shared/education.ts'
import { fetchOrNull } from '../lib/index.ts'

/** Examinations and variations; not cached, because prices change. */
export const fetchEducationTypes = async () => (await fetchOrNull(getEducationTypes)) ?? []
