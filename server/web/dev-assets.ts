import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type ViteDevServer } from 'vite'
import type { MessageLanguage } from '../../shared/i18n.ts'
import { type Assets, shellStyle, styleSources } from './assets.ts'

interface Development {
  assets: Assets
  vite: ViteDevServer
}

type ServerModule = { render(island: string, props: object, language: MessageLanguage): string }

/** Islands served from source by Vite's development server, with live reload. */
export async function developmentAssets(root: string): Promise<Development> {
  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true },
  })
  // Views and the inlined stylesheet are not modules: a change to them reloads the page.
  const inlinedFolders = [join(root, 'views'), join(root, 'islands/styles')]
  vite.watcher.add(inlinedFolders)
  vite.watcher.on('change', (file) => {
    if (inlinedFolders.some((path) => file.startsWith(path))) vite.ws.send({ type: 'full-reload' })
  })
  const textOf = async (source: string) => (await vite.transformRequest(`/${source}?direct`))?.code ?? ''
  return {
    vite,
    assets: {
      css: async (sheet) => (await Promise.all([styleSources[sheet], shellStyle].map(textOf))).join(''),
      async render(island, props, language) {
        const bundle = await vite.ssrLoadModule('/islands/server.tsx')
        return (bundle as ServerModule).render(island, props, language)
      },
      entry: '/islands/main.tsx',
      before: `import '/@vite/client'\n${react.preambleCode.replace('__BASE__', '/')}`,
      preloads: () => [],
      serviceWorker: null,
      folder: null,
    },
  }
}
