import { startSimulators } from '../../server/simulators/start.ts'
import { given, stopsBy, tell } from './process.ts'

/** The simulators as a process of their own. */
const { port, dataDir, vendMs } = given<{ port: number; dataDir: string; vendMs: number }>()
const appUrl = 'http://127.0.0.1:9'
const simulators = await startSimulators({ port, host: '127.0.0.1', dataDir, appUrl, vendMs })
tell({ url: simulators.url })
stopsBy(simulators.close)
