import { profileTextFields } from '@app/contracts/http/company.ts'
import type { ProfileForm, ProfileTexts } from './profile-form.ts'

const KEY = 'companyProfileDraft'

/**
 * What was typed, kept in this browser tab until it is saved: a reload or a session that ended costs nothing but the
 * pictures. `owner` is whose it is, so that nobody else signing in here is shown it.
 */
export function readDraft(owner: string | undefined): Partial<ProfileTexts> {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return owner && draft?.owner === owner ? draft.texts : {}
  } catch {
    return {}
  }
}

export function keepDraft(owner: string | undefined, form: ProfileForm): void {
  if (!owner) return
  const texts = Object.fromEntries(profileTextFields.map((name) => [name, form[name]]))
  sessionStorage.setItem(KEY, JSON.stringify({ owner, texts }))
}

export const dropDraft = (): void => sessionStorage.removeItem(KEY)
