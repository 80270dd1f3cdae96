import { getUploadUrl, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { extensions } from '@app/contracts/rules/files.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'
import { filesOf, type ProfileForm, textsOf } from './profile-form.ts'

/**
 * Creates the company profile. The logo is uploaded directly to the object store; if that fails, it is sent with the form like the brand
 * images.
 */
async function createCompanyProfile(form: ProfileForm) {
  const { logo, ...images } = filesOf(form)
  const logoUrl = logo && (await uploadLogo(logo).catch(() => undefined))
  return call(updateCompanyProfile, {
    form: { fields: { ...textsOf(form), logoUrl }, files: logoUrl ? images : { logo, ...images } },
  })
}

export const useCreateCompanyProfile = () => useMutation({ mutationFn: createCompanyProfile })

/** Timeout of the direct upload: enough for 10 MB on a slow mobile connection. After it, the logo is sent with the form. */
const TIMEOUT_MS = 90_000

/** Uploads the logo directly to the object store and returns the URL to save as `logoUrl`. */
async function uploadLogo(logo: File): Promise<string> {
  const { url } = await call(getUploadUrl, { query: { fileName: `company-logo.${extensions[logo.type]}`, fileSize: logo.size } })
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': logo.type, 'x-ms-blob-type': 'BlockBlob' },
    body: logo,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`The object store responded with status ${answer.status}`)
  return url.split('?', 1)[0] ?? url
}
