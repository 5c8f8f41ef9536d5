import { startSimulators } from '../../server/simulators/start.ts'
import { input, report, stopsBy } from './process.ts'

/** The simulators as a separate process. */
const { port, dataDir, vendMs } = input<{ port: number; dataDir: string; vendMs: number }>()
const appUrl = 'http://127.0.0.1:9'
const simulators = await startSimulators({ port, host: '127.0.0.1', dataDir, appUrl, vendMs })
report({ url: simulators.url })
stopsBy(simulators.close)
