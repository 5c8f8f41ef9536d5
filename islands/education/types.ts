import type { EducationType } from '../../shared/education.ts'
import { fetchOrNull } from '../lib/index.ts'
import { loadEducationContract } from './values.ts'

/** Examinations and variations; not cached, because prices change. */
export const fetchEducationTypes = async (): Promise<EducationType[]> =>
  (await fetchOrNull(loadEducationContract().then((contract) => contract.getEducationTypes))) ?? []
