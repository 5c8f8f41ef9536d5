import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'

/**
 * The embedded database is locked by the running app, so commands are sent to the app over a local socket: one line of
 * JSON as request (`{command, args}`) and one as response (`{ok, result}` or `{ok, message}`).
 */
export type CommandHandler = (args: readonly string[]) => Promise<unknown>
export type CommandHandlers = Readonly<Record<string, CommandHandler>>

/** A rejected command. The message is printed to the operator. */
export class CommandError extends Error {}

type CommandResponse = { ok: true; result: unknown } | { ok: false; message: string }

const maxLineLength = 1024 * 1024
/** The system truncates longer socket paths. */
const maxAddressLength = 100

/** Socket path of the app that uses this data folder. */
export function commandSocketPath(dataDir: string): string {
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\sanwo-${digest}`
  const socketPath = join(dataDir, 'control.sock')
  return Buffer.byteLength(socketPath) <= maxAddressLength
    ? socketPath
    : join(tmpdir(), `sanwo-${digest}.sock`)
}

export interface CommandServer {
  close(): Promise<void>
}

/** Listens for commands. Only the same user on this machine can open the socket. */
export async function listenForCommands(
  dataDir: string,
  handlers: CommandHandlers,
  log: Logger,
): Promise<CommandServer> {
  const address = commandSocketPath(dataDir)
  // Left by a killed process: the database lock guarantees that no other process uses this folder.
  if (process.platform !== 'win32') rmSync(address, { force: true })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    void readLine(socket).then(async (line) => {
      if (line !== null) socket.end(`${JSON.stringify(await runHandler(line, handlers, log))}\n`)
    })
  })
  server.listen(address)
  await once(server, 'listening')
  if (process.platform !== 'win32') chmodSync(address, 0o600)
  return {
    async close() {
      const closeEvent = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closeEvent
    },
  }
}

async function runHandler(line: string, handlers: CommandHandlers, log: Logger): Promise<CommandResponse> {
  try {
    const { command, args } = JSON.parse(line) as { command: string; args: string[] }
    const handler = Object.hasOwn(handlers, command) ? handlers[command] : undefined
    if (!handler) return { ok: false, message: `The running app does not know the command ${command}.` }
    return { ok: true, result: (await handler(args)) ?? null }
  } catch (error) {
    if (error instanceof CommandError) return { ok: false, message: error.message }
    log.error({ err: error }, 'a command failed')
    return { ok: false, message: 'The command failed; see the log of the running app.' }
  }
}

/**
 * Sends a command to the app that uses a data folder. Undefined if none is running.
 * @throws CommandError with the app's message
 */
export async function sendCommand(
  dataDir: string,
  command: string,
  args: readonly string[],
): Promise<{ result: unknown } | undefined> {
  const socket = connect(commandSocketPath(dataDir))
  try {
    await once(socket, 'connect')
  } catch {
    return undefined
  }
  socket.write(`${JSON.stringify({ command, args })}\n`)
  const line = await readLine(socket)
  socket.destroy()
  if (line === null) throw new CommandError('The running app stopped before it answered.')
  const response = JSON.parse(line) as CommandResponse
  if (!response.ok) throw new CommandError(response.message)
  return { result: response.result }
}

/** The first line received, or null if the connection closes or the line is too long. */
function readLine(socket: Socket): Promise<string | null> {
  return new Promise((resolve) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
      else if (text.length > maxLineLength) socket.destroy()
    })
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(null))
  })
}
