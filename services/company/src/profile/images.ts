import { refusedField } from '@app/chassis/http/errors.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import { type BrandImageField, brandImageFields, type updateCompanyProfile } from '@app/contracts/http/company.ts'
import type { ProfileImages } from './profile.ts'

export type ProfileForm = ReceivedForm<typeof updateCompanyProfile>

/** Throws 422 if the key is not the current image of the field, because a form must not refer to other images. */
const assertCurrent = (field: string, key: string | undefined, current: string | null): void => {
  if (!key || key !== current) throw refusedField(field, 'This picture is no longer available. Please choose it again.')
}

/** The files of a form, and the logo that was uploaded to a signed URL. */
export interface SentImages {
  files: Partial<Record<keyof ProfileImages, { key: string }>>
  uploadedLogo: { key: string } | undefined
}

interface MergeImages extends SentImages {
  current: ProfileImages
  fields: ProfileForm['fields']
  keyOf: (url: string) => string | undefined
}

export function mergeImages({ current, fields, files, uploadedLogo, keyOf }: MergeImages): ProfileImages {
  const brandImage = (field: BrandImageField): string | null => {
    const url = fields[field]
    if (files[field]) return files[field].key
    if (url === undefined) return current[field]
    if (url === '') return null
    assertCurrent(field, keyOf(url), current[field])
    return current[field]
  }

  const logo = (): string | null => {
    const file = files.logo ?? uploadedLogo
    if (file) return file.key
    // A profile must have a logo, so an empty text keeps the current logo.
    for (const field of ['logo', 'logoUrl'] as const) {
      const url = fields[field]
      if (url) assertCurrent(field, keyOf(url), current.logo)
    }
    return current.logo
  }

  const brandImages = Object.fromEntries(brandImageFields.map((field) => [field, brandImage(field)]))
  return { logo: logo(), ...brandImages } as ProfileImages
}

export function replacedImageKeys(before: ProfileImages, after: ProfileImages): string[] {
  const fields = ['logo', ...brandImageFields] as const
  const kept = new Set(fields.map((field) => after[field]))
  return fields.flatMap((field) => before[field] ?? []).filter((key) => !kept.has(key))
}
