import { stateCodes } from '@app/contracts/rules/company.ts'

/** The codes that begin with what is typed; all of them before anything is, and once a whole code stands there. */
export function suggestStates(typed: string): readonly string[] {
  const start = typed.trim().toUpperCase()
  if (stateCodes.includes(start)) return stateCodes
  return stateCodes.filter((code) => code.startsWith(start))
}

/** The next highlighted suggestion for an arrow key, round the ends; -1 is none yet. */
export function moveHighlight(at: number, count: number, step: 1 | -1): number {
  if (count === 0) return -1
  if (at === -1) return step === 1 ? 0 : count - 1
  return (at + step + count) % count
}
