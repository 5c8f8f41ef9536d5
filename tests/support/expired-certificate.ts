import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** True when OpenSSL is installed, which creates the certificate. */
export const hasOpenssl: boolean = spawnSync('openssl', ['version']).status === 0

/** A certificate of localhost that expired yesterday, with its key, as PEM texts. */
export interface ExpiredCertificate {
  /** Its file, for NODE_EXTRA_CA_CERTS. */
  readonly file: string
  readonly cert: string
  readonly key: string
  remove(): void
}

export function createExpiredCertificate(): ExpiredCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-certificate-'))
  const [key, request, file] = ['key.pem', 'request.pem', 'certificate.pem'].map((name) => join(folder, name))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-new', ...kind, ...names, '-keyout', key!, '-out', request!)
  const dates = ['-days', '-1', '-copy_extensions', 'copy']
  openssl('x509', '-req', '-in', request!, '-signkey', key!, ...dates, '-out', file!)
  return {
    file: file!,
    cert: readFileSync(file!, 'utf8'),
    key: readFileSync(key!, 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
