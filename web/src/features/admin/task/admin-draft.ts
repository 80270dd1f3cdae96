import { draftOf } from '../../../shared/form/drafts.ts'

/** Returns the draft of a text of the signed-in admin. */
export const adminDraft = (name: string) => draftOf('admin', name)
