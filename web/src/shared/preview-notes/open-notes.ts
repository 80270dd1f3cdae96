import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { openNotesOf } from '@app/contracts/rules/preview-notes.ts'

/** Returns the open notes that the client can see. */
export const openForClient = (notes: readonly PreviewNote[] | undefined): PreviewNote[] =>
  openNotesOf((notes ?? []).filter(({ visibility }) => visibility === 'everyone'))
