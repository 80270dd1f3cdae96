import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { keyBytes } from '@app/chassis/keys/key-bytes.ts'
import { hashedText, RECEIPT_FORMAT, type Receipt, type RecordKey } from '@app/contracts/rules/decision-record.ts'

/** The bytes before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
/** Length of an Ed25519 public key in bytes. The SPKI encoding of a key ends with these bytes. */
const PUBLIC_KEY_BYTES = 32
const KEY_ID_DIGITS = 16

export interface ReceiptSigner {
  /** The public key that verifies the signatures of receipts. */
  key: RecordKey
  /** Returns the signed receipt of a record. `hash` is the hash of `previousHash` and `body`. */
  receiptOf(record: Pick<Receipt, 'body' | 'previousHash' | 'hash'>): Receipt
}

/** Creates the signer of receipts from `RECORD_SIGNING_KEY`. Throws a `ConfigError` if the setting does not contain 32 bytes in base64. */
export function createReceiptSigner(signingKey: string): ReceiptSigner {
  const seed = keyBytes('RECORD_SIGNING_KEY', signingKey)
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  const publicBytes = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_KEY_BYTES)
  const id = createHash('sha256').update(publicBytes).digest('hex').slice(0, KEY_ID_DIGITS)
  return {
    key: { id, publicKey: publicBytes.toString('base64url') },
    receiptOf({ body, previousHash, hash }) {
      const signature = sign(null, Buffer.from(hashedText(previousHash, body)), privateKey).toString('base64url')
      return { format: RECEIPT_FORMAT, body, previousHash, hash, keyId: id, signature }
    },
  }
}
