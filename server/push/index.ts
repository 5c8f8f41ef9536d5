export { pushRoutes } from './routes.ts'
export { pushQueue } from './send.ts'
export {
  enqueueServicePush,
  enqueueUserPush,
  hasPush,
  orderPushInsert,
  requestServicePush,
  servicesWithPushAlert,
} from './store.ts'
