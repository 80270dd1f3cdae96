import { useEffect, useReducer } from 'react'
import { inspectFile, inspectionOf } from './inspections.ts'

/** Inspects files one after the other, and renders again after each. Returns whether all files are inspected. */
export function useInspectedFiles(files: readonly File[]): boolean {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const next = files.find((file) => !inspectionOf(file))
  useEffect(() => {
    if (next) void inspectFile(next).then(renderAgain)
  }, [next])
  return next === undefined
}
