export { discoNames, discoOf, listDiscos, namesOfStates } from './discos.ts'
export { goodsFor, vendorsFor } from './mapping.ts'
