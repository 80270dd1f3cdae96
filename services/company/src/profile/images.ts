import { refusedField } from '@app/chassis/errors.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { StoredFile } from '@app/chassis/storage/store-file.ts'
import { type BrandImageField, brandImageFields, type updateCompanyProfile } from '@app/contracts/http/company.ts'
import type { ProfileImages } from './profile.ts'

export type ProfileForm = ReceivedForm<typeof updateCompanyProfile>

/** An address is only ever taken for the image that this very field has now. */
const assertPresent = (field: string, key: string | undefined, present: string | null): void => {
  if (!key || key !== present) throw refusedField(field, 'This image is not available any more. Please choose it again.')
}

interface MergeImages {
  present: ProfileImages
  form: ProfileForm
  /** A logo that came by a signed upload. */
  uploadedLogo: StoredFile | undefined
  keyOf: (address: string) => string | undefined
}

/** The object keys of the images after a save; 422 for an address that is not this field's present image. */
export function mergeImages({ present, form: { fields, files }, uploadedLogo, keyOf }: MergeImages): ProfileImages {
  const brandImage = (field: BrandImageField): string | null => {
    const address = fields[field]
    if (files[field]) return files[field].key
    if (address === undefined) return present[field]
    if (address === '') return null
    assertPresent(field, keyOf(address), present[field])
    return present[field]
  }

  const logo = (): string | null => {
    const file = files.logo ?? uploadedLogo
    if (file) return file.key
    // A profile cannot be without a logo, so an empty text means that nobody chose another one.
    for (const field of ['logo', 'logoUrl'] as const) {
      const address = fields[field]
      if (address) assertPresent(field, keyOf(address), present.logo)
    }
    return present.logo
  }

  const brandImages = Object.fromEntries(brandImageFields.map((field) => [field, brandImage(field)]))
  return { logo: logo(), ...brandImages } as ProfileImages
}

/** Returns the keys of images that the profile no longer references. */
export function replacedImageKeys(before: ProfileImages, after: ProfileImages): string[] {
  const fields = ['logo', ...brandImageFields] as const
  const kept = new Set(fields.map((field) => after[field]))
  return fields.flatMap((field) => before[field] ?? []).filter((key) => !kept.has(key))
}
