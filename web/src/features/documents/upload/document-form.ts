import type { FormFields } from '@app/contracts/define.ts'
import type { uploadDocument } from '@app/contracts/http/documents.ts'
import {
  DOCUMENT_FILE_REQUIRED,
  DOCUMENT_MAX_BYTES,
  DOCUMENT_REFUSED,
  DOCUMENT_TITLE_MAX,
  DOCUMENT_TITLE_REQUIRED,
  DOCUMENT_TYPE_UNKNOWN,
  documentTypeOf,
  documentTypeOfExtension,
} from '@app/contracts/rules/documents.ts'
import { faultsIn } from '../../../shared/form/use-form.ts'
import type { AcceptedFiles } from '../../../shared/ui/files.ts'

export const documentFiles: AcceptedFiles = {
  extensions: Object.keys(documentTypeOfExtension),
  maxBytes: DOCUMENT_MAX_BYTES,
  refusal: DOCUMENT_REFUSED,
}

export interface DocumentWords {
  title: string
  description: string
  DocViewer: boolean
}

export interface DocumentForm extends DocumentWords {
  document: File | null
}

export const emptyDocument: DocumentForm = { title: '', document: null, description: '', DocViewer: false }

export const tidyDocument = (form: DocumentForm): DocumentForm => ({
  ...form,
  title: form.title.trim(),
  description: form.description.trim(),
})

const faultOf = (file: File | null): string | undefined => {
  if (!file) return DOCUMENT_FILE_REQUIRED
  return documentTypeOf(file.name) ? undefined : DOCUMENT_TYPE_UNKNOWN
}

export const documentFaults = ({ title, document }: DocumentForm) =>
  faultsIn({ title: !title && DOCUMENT_TITLE_REQUIRED, document: faultOf(document) })

export const toFields = (
  { title, description, DocViewer }: DocumentWords,
  file: File,
  companyProfileId: string,
): FormFields<typeof uploadDocument> => {
  const documentType = documentTypeOf(file.name)
  if (!documentType) throw new Error(DOCUMENT_TYPE_UNKNOWN)
  return { companyProfileId, title, description, documentType, DocViewer: DocViewer ? 'true' : 'false' }
}

/** Suggests a title from a file name: "spring-menu_2026.pdf" becomes "Spring menu 2026". */
export function suggestedTitle({ name }: File): string {
  const words = name
    .replace(/\.[^.]*$/, '')
    .replace(/[_\s-]+/g, ' ')
    .trim()
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, DOCUMENT_TITLE_MAX)
}
