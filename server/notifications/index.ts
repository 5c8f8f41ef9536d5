export { type Notice, notify } from './notify.ts'
export { notificationRoutes } from './routes.ts'
export { createStreams, type Streams } from './streams.ts'
