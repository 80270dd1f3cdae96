import { createHash, createHmac } from 'node:crypto'

export interface Presigned {
  method: string
  url: string
  accessKey: string
  secretKey: string
  headers?: Record<string, string>
  query?: Record<string, string>
  at?: Date
  expires?: number
}

const encode = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Creates a presigned S3 URL as the AWS SigV4 specification defines it, because the minio client cannot sign headers. */
export function presign(wanted: Presigned): string {
  const { method, accessKey, secretKey, at = new Date(), expires = 60 } = wanted
  const url = new URL(wanted.url)
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${time.slice(0, 8)}/us-east-1/s3/aws4_request`
  const headers = Object.entries({ host: url.host, ...wanted.headers }).sort(([a], [b]) => (a < b ? -1 : 1))
  const signedHeaders = headers.map(([name]) => name).join(';')
  const query = Object.entries({
    ...wanted.query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKey}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(expires),
    'X-Amz-SignedHeaders': signedHeaders,
  })
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const lines = headers.map(([name, value]) => `${name}:${value}\n`).join('')
  const canonical = [method, url.pathname, query, lines, signedHeaders, 'UNSIGNED-PAYLOAD'].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((previous, part) => createHmac('sha256', previous).update(part).digest(), `AWS4${secretKey}`)
  return `${url.href}?${query}&X-Amz-Signature=${createHmac('sha256', key).update(toSign).digest('hex')}`
}
