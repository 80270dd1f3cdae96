import { getUploadUrl } from '@app/contracts/http/company.ts'
import { extensions } from '@app/contracts/rules/files.ts'
import { call } from '../../../shared/api/call.ts'

/** Enough for 10 MB over a slow phone; past that the form takes the picture along instead. */
const TIMEOUT_MS = 90_000

/** Puts the logo straight into the store and answers the address to save as `logoUrl`. */
export async function uploadLogo(logo: File): Promise<string> {
  const { url } = await call(getUploadUrl, { query: { fileName: `company-logo.${extensions[logo.type]}`, fileSize: logo.size } })
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': logo.type, 'x-ms-blob-type': 'BlockBlob' },
    body: logo,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`The store answered ${answer.status}`)
  return url.replace(/\?.*$/, '')
}
