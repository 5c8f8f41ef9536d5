import { join } from 'node:path'
import { startApp } from './app.ts'
import { startupBanner } from './banner.ts'
import { composeApp } from './composition-root.ts'
import { readConfig } from './config.ts'
import { developmentAssets } from './web/dev-assets.ts'

// The application with islands served from source; `npm run dev` restarts it when server code changes.
const { assets, vite } = await developmentAssets(join(import.meta.dirname, '..'))
const app = await startApp(readConfig(), composeApp, { assets, devServer: vite.middlewares })
process.stdout.write(`${startupBanner(app)}\n`)
app.loadDemoData()

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await Promise.all([app.close(), vite.close()])
    process.exit(0)
  })
}
