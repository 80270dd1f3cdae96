import type { ImageField } from '../profile-fields.ts'
import { filesOf, type ProfileForm } from '../profile-form.ts'

/** Converts the uploaded share of the form (0 to 1) to the shares of its files. The files are uploaded one after the other. */
export function fileShares(form: ProfileForm, share: number): Partial<Record<ImageField, number>> {
  const files = Object.entries(filesOf(form)) as [ImageField, File][]
  let sent = share * files.reduce((sum, [, { size }]) => sum + size, 0)
  return Object.fromEntries(
    files.map(([name, { size }]) => {
      const own = Math.min(Math.max(sent, 0), size)
      sent -= size
      return [name, size === 0 ? share : own / size]
    }),
  )
}
