import { spawnSync } from 'node:child_process'

/** The Debian package of each program that a drill starts. */
const packages = {
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  nginx: 'nginx-light',
  openssl: 'openssl',
  patroni: 'patroni',
  pgbouncer: 'pgbouncer',
  prometheus: 'prometheus',
  prlimit: 'util-linux',
} as const

export type ProgramName = keyof typeof packages

/** Debian installs servers in /usr/sbin, which is not in every user's PATH. */
export const programPath = `${process.env.PATH}:/usr/sbin:/sbin`

/** A drill cannot run here. The message is printed as the only line. */
export class CannotRunError extends Error {}

export const isInstalled = (name: ProgramName): boolean =>
  spawnSync('sh', ['-c', `command -v ${name}`], { env: { PATH: programPath } }).status === 0

/** @throws CannotRunError naming the Debian packages of the missing programs */
export function requirePrograms(...names: readonly ProgramName[]): void {
  const missing = names.filter((name) => !isInstalled(name)).map((name) => packages[name])
  if (missing.length > 0)
    throw new CannotRunError(`This drill needs the Debian packages ${missing.join(', ')}: install them.`)
}
