import type { Draft } from '../../shared/form/drafts.ts'

/** Files of drafts, by the draft's name, until the page is loaded anew: the browser's storage holds none. */
const filesOf = new Map<string, Record<string, File>>()

/** Whether files that were chosen for a draft are still there. */
export const hasDraftFiles = (name: string): boolean => filesOf.has(name)

/** Remembers the files among the values of a form. */
export function keepDraftFiles(name: string, values: object): void {
  const files = Object.entries(values).filter(([, value]) => value instanceof File)
  if (files.length > 0) filesOf.set(name, Object.fromEntries(files))
  else filesOf.delete(name)
}

/** A draft that also returns the files that `keepDraftFiles` remembers under its name. */
export const withDraftFiles = (draft: Draft | undefined, name: string): Draft | undefined =>
  draft && {
    keep: draft.keep,
    read() {
      const kept = draft.read()
      return kept && { ...kept, ...filesOf.get(name) }
    },
    drop() {
      filesOf.delete(name)
      draft.drop()
    },
  }
