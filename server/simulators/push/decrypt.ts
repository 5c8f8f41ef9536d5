import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

const tagBytes = 16

/** Decrypts a push message as a browser does. Source: RFC 8188 (aes128gcm), RFC 8291. @throws Error if it cannot */
export function decryptPush(message: Buffer, browser: { privateKey: string; auth: string }): string {
  const keys = createECDH('prime256v1')
  keys.setPrivateKey(Buffer.from(browser.privateKey, 'base64url'))
  const salt = message.subarray(0, 16)
  // After the salt: the record size (4 bytes), the length of the sender's public key and that key.
  const senderKey = message.subarray(21, 21 + (message[20] ?? 0))
  const record = message.subarray(21 + senderKey.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const secret = derive(keys.computeSecret(senderKey), Buffer.from(browser.auth, 'base64url'), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-tagBytes))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -tagBytes)), decipher.final()])
  // The text ends with the delimiter 2, then zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
