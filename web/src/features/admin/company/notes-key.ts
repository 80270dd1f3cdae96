/** Type of the event about the private notes of the team. Open screens load the notes again. */
export const COMPANY_NOTE_CHANGED = 'company.note-changed.v1'

export const companyNotesKey = (companyProfileId: string) => ['company-notes', companyProfileId] as const
