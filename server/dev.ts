import { join } from 'node:path'
import { startApp } from './app.ts'
import { readConfig } from './config.ts'
import { assemble } from './features.ts'
import { developmentAssets } from './web/dev-assets.ts'
import { welcome } from './welcome.ts'

// The app with its islands straight from their sources; `npm run dev` starts it anew when the server's code changes.
const { assets, vite } = await developmentAssets(join(import.meta.dirname, '..'))
const app = await startApp(readConfig(), assemble, { assets, reload: vite.middlewares })
process.stdout.write(`${welcome(app)}\n`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await Promise.all([app.close(), vite.close()])
    process.exit(0)
  })
}
