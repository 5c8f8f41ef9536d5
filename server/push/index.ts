export { pushRoutes } from './routes.ts'
export { pushQueue } from './send.ts'
export {
  enqueueOrderPush,
  enqueueServicePush,
  requestServicePush,
  servicesWithPushAlert,
} from './store.ts'
