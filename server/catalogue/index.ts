export { type Catalogue, createCatalogue } from './catalogue.ts'
export { discoNames, discoOf, listDiscos, namesOfStates } from './discos.ts'
export { type ProductSelection, vendorProductFor, vendorsFor } from './mapping.ts'
export {
  amountLimitsOf,
  entryOf,
  findNetwork,
  type ListedNetwork,
  type NetworkService,
  networkOf,
  priceKoboOf,
  type Variation,
  variationIn,
} from './networks.ts'
export { cleanProductName } from './product-name.ts'
