import { getUploadUrl, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { extensions } from '@app/contracts/rules/extensions.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'
import { filesOf, type ProfileForm, textsOf } from './profile-form.ts'

/**
 * Uploads the logo directly to the file store. If the upload fails, the request contains the logo as a form field. The brand images are
 * always form fields.
 */
async function createCompanyProfile(form: ProfileForm) {
  const { logo, ...images } = filesOf(form)
  const logoUrl = logo && (await uploadLogo(logo).catch(() => undefined))
  return call(updateCompanyProfile, {
    form: { fields: { ...textsOf(form), logoUrl }, files: logoUrl ? images : { logo, ...images } },
  })
}

export const useCreateCompanyProfile = () => useMutation({ mutationFn: createCompanyProfile })

/** Timeout of the logo upload. A logo of the maximum size, 10 MB, arrives in time at 0.93 Mbit/s or more. */
const TIMEOUT_MS = 90_000

async function uploadLogo(logo: File): Promise<string> {
  const { url } = await call(getUploadUrl, { query: { fileName: `company-logo.${extensions[logo.type]}`, fileSize: logo.size } })
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': logo.type, 'x-ms-blob-type': 'BlockBlob' },
    body: logo,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`The object store responded with status ${response.status}`)
  return url.split('?', 1)[0] ?? url
}
