import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'

/**
 * The embedded database belongs to the running app, so commands ask the app: over a local socket, one
 * line of JSON there (`{command, args}`) and one back (`{ok, result}` or `{ok, says}`).
 */
export type CommandHandler = (args: readonly string[]) => Promise<unknown>
export type CommandHandlers = Readonly<Record<string, CommandHandler>>

/** A command that was refused: its message is for the person who typed it. */
export class CommandRefused extends Error {}

type Answer = { ok: true; result: unknown } | { ok: false; says: string }

const longestLine = 1024 * 1024
/** Sockets have short names: a longer one is cut off by the system. */
const longestAddress = 100

/** Where the app of a data folder listens for commands. */
export function controlAddress(dataDir: string): string {
  const short = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\sanwo-${short}`
  const beside = join(dataDir, 'control.sock')
  return Buffer.byteLength(beside) <= longestAddress ? beside : join(tmpdir(), `sanwo-${short}.sock`)
}

export interface Control {
  close(): Promise<void>
}

/** Listens for commands. Only this machine's same user can reach the socket. */
export async function listenForCommands(
  dataDir: string,
  handlers: CommandHandlers,
  log: Logger,
): Promise<Control> {
  const address = controlAddress(dataDir)
  // Left by a process that was killed: the database's lock says that nobody else lives here.
  if (process.platform !== 'win32') rmSync(address, { force: true })
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    void readLine(socket).then(async (line) => {
      if (line !== null) socket.end(`${JSON.stringify(await answer(line, handlers, log))}\n`)
    })
  })
  server.listen(address)
  await once(server, 'listening')
  if (process.platform !== 'win32') chmodSync(address, 0o600)
  return {
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

async function answer(line: string, handlers: CommandHandlers, log: Logger): Promise<Answer> {
  try {
    const { command, args } = JSON.parse(line) as { command: string; args: string[] }
    const handler = Object.hasOwn(handlers, command) ? handlers[command] : undefined
    if (!handler) return { ok: false, says: `The running app does not know the command ${command}.` }
    return { ok: true, result: (await handler(args)) ?? null }
  } catch (error) {
    if (error instanceof CommandRefused) return { ok: false, says: error.message }
    log.error({ err: error }, 'a command failed')
    return { ok: false, says: 'The running app could not do that; its log says why.' }
  }
}

/**
 * Asks the app of a data folder. Undefined when none is running there.
 * @throws CommandRefused with the app's sentence
 */
export async function askApp(
  dataDir: string,
  command: string,
  args: readonly string[],
): Promise<{ result: unknown } | undefined> {
  const socket = connect(controlAddress(dataDir))
  try {
    await once(socket, 'connect')
  } catch {
    return undefined
  }
  socket.write(`${JSON.stringify({ command, args })}\n`)
  const line = await readLine(socket)
  socket.destroy()
  if (line === null) throw new CommandRefused('The running app stopped before it answered.')
  const said = JSON.parse(line) as Answer
  if (!said.ok) throw new CommandRefused(said.says)
  return { result: said.result }
}

/** The first line that comes, or null when the other side hangs up or says too much. */
function readLine(socket: Socket): Promise<string | null> {
  return new Promise((resolve) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
      else if (text.length > longestLine) socket.destroy()
    })
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(null))
  })
}
