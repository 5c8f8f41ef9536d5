import { educationTypes } from '../../shared/education.ts'
import { list } from '../lib/index.ts'

/** The examinations with what is sold for each; never remembered, for prices change. */
export const listEducationTypes = async () => (await list(educationTypes)) ?? []
