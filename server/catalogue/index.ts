export { type Catalogue, createCatalogue } from './catalogue.ts'
export { discoNames, discoOf, listDiscos, namesOfStates } from './discos.ts'
export { goodsFor, vendorsFor, type Ware } from './mapping.ts'
export {
  boundsOf,
  entryOf,
  type ListedNetwork,
  type NetworkService,
  networkNamed,
  networkOf,
  priceKoboOf,
  type Variation,
  variationIn,
} from './networks.ts'
