import { startSimulators } from '../../server/simulators/start.ts'
import { readInput, sendReport, stopOnParentSignal } from './process.ts'

/** The simulators as a separate process. */
const { port, dataDir, vendMs } = readInput<{ port: number; dataDir: string; vendMs: number }>()
const appUrl = 'http://127.0.0.1:9'
const simulators = await startSimulators({ port, host: '127.0.0.1', dataDir, appUrl, vendMs })
sendReport({ url: simulators.url })
stopOnParentSignal(simulators.close)
