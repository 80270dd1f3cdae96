import { useEffect, useReducer } from 'react'
import { lazyFile } from '../../../shared/ui/lazy-part.tsx'
import type { Inspection } from './inspect-file.ts'

// Loaded on demand, when a file was chosen.
const inspector = lazyFile(() => import('./inspect-file.ts'))

// A file that was deleted or changed after it was chosen cannot be read.
const UNREADABLE: Inspection = { problem: 'We couldn’t read this file. Please choose it again.' }

const inspections = new WeakMap<File, Inspection>()

/** Returns the facts about a file, or undefined before it was inspected. */
export const inspectionOf = (file: File): Inspection | undefined => inspections.get(file)

/** Inspects a file and stores the facts about it. If the code for this cannot be loaded, the file counts as unreadable. */
async function inspectFile(file: File): Promise<void> {
  const inspection = await (await inspector.load())?.inspectContent(file).catch(() => UNREADABLE)
  inspections.set(file, inspection ?? UNREADABLE)
}

/** Inspects files one after the other, and renders again after each. Returns whether all files are inspected. */
export function useInspectedFiles(files: readonly File[]): boolean {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const next = files.find((file) => !inspectionOf(file))
  useEffect(() => {
    if (next) void inspectFile(next).then(renderAgain)
  }, [next])
  return next === undefined
}
