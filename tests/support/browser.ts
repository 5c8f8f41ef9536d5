import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

interface BrowserProgram {
  /** Path of the executable. */
  readonly program: string
  /** Additional environment variables. */
  readonly environment: Readonly<Record<string, string>>
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const installedPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * A headless browser: the one named by CHROMIUM_PATH, an installed one, Playwright's, or npm's.
 * @param additionalFlags options of its command line
 */
export async function launchBrowser(additionalFlags: readonly string[] = []): Promise<Browser> {
  const { program, environment } = await findBrowser()
  return chromium.launch({
    executablePath: program,
    headless: true,
    args: [...flags, ...additionalFlags],
    env: { ...process.env, ...environment },
  })
}

let shared: Promise<Browser> | undefined

/** The browser that the test files of one process use one after another. It ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => null)
  if (!running?.isConnected()) shared = launchBrowser()
  return shared!
}

/** Closes every window, so that the next test file starts without pages of this one. */
export async function closeContexts(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

async function findBrowser(): Promise<BrowserProgram> {
  const configured = process.env.CHROMIUM_PATH
  if (configured) return { program: configured, environment: {} }
  const program = [...installedPaths, chromium.executablePath()].find((path) => existsSync(path))
  if (program) return { program, environment: {} }
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('No browser was found: install Chrome or Chromium, or set CHROMIUM_PATH.')
  return fromPackage()
}

/** The browser of the npm package, unpacked once per version together with its libraries. */
async function fromPackage(): Promise<BrowserProgram> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const home = join(dirname(entry), '..')
  const { version } = createRequire(import.meta.url)(join(home, 'package.json')) as { version: string }
  const folder = join(tmpdir(), `sanwo-browser-${version}`)
  if (!existsSync(folder)) await unpack(join(home, 'bin'), folder)
  return {
    program: join(folder, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      HOME: process.env.HOME ?? folder,
    },
  }
}

/** Unpacks into a temporary folder and renames it, so that a concurrent test run never sees a partial browser. */
async function unpack(archive: string, folder: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium')
  const aside = await mkdtemp(join(tmpdir(), 'sanwo-browser-'))
  // The package unpacks into the folder for temporary files, which it looks up when it is called.
  const before = process.env.TMPDIR
  process.env.TMPDIR = aside
  const unpacking = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'].map((path) =>
    inflate(join(archive, path)),
  )
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  await Promise.all(unpacking)
  await mkdir(join(aside, 'font-cache'))
  await writeFile(join(aside, 'fonts.conf'), fontsConf(folder))
  await rename(aside, folder).catch((error: unknown) => {
    if (!existsSync(folder)) throw error
    return rm(aside, { recursive: true, force: true })
  })
}

const fontsConf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`
