import { opening } from '../../shared/ui/use-overlay.ts'

/** Returns a link to a field in the company profile form. When that form is saved or canceled, the current page opens again. */
export const profileLink = (field: string) => opening(`?section=4&show=edit&field=${field}`)
