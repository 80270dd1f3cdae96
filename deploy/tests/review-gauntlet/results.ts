import { alignColumns } from '../bench/report.ts'
import type { LetterResult } from './run-letter.ts'

/** Results of all emails that one kind of scanner visited. `launched` contains the ids of the tasks that an admin could launch. */
export interface ScannerResults {
  name: string
  results: readonly LetterResult[]
  launched: ReadonlySet<string>
}

const isOnMachinesWord = (result: LetterResult, isLaunched: boolean): boolean => isLaunched && !result.isApprovedByPerson

/** The columns of the table. Each is the number of emails for which the function returns true, or the sum of the returned numbers. */
const columns: Readonly<Record<string, (result: LetterResult, isLaunched: boolean) => number | boolean>> = {
  emails: () => 1,
  approved: ({ machine }) => machine.filter(({ kind }) => kind === 'approve').length,
  unconfirmed: ({ machine }) => machine.filter(({ kind, hasSigns }) => kind === 'approve' && hasSigns).length,
  'false referrals': ({ machine }) => machine.filter(({ kind }) => kind === 'refer-back').length,
  withdrawn: ({ machine }) => machine.filter(({ kind }) => kind === 'undo').length,
  people: ({ person }) => person !== undefined,
  'asked for code': ({ person }) => person?.askedForCode === true,
  launched: (_, isLaunched) => isLaunched,
  'on a machine’s word': isOnMachinesWord,
  'dead links': ({ problem }) => problem !== undefined,
}

/** Returns the figures of a kind of scanner by column. */
export function figuresOf({ results, launched }: ScannerResults): Record<string, number> {
  const sumOf = (value: (typeof columns)[string]) =>
    results.reduce((sum, result) => sum + Number(value(result, launched.has(result.taskId))), 0)
  return Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, sumOf(value)]))
}

/** Returns the table of all figures, with one line for each kind of scanner. */
export function tableOf(all: readonly ScannerResults[]): string {
  const rows = all.map((each) => [each.name, ...Object.values(figuresOf(each)).map(String)])
  return alignColumns([['scanner', ...Object.keys(columns)], ...rows]).join('\n')
}

/** Returns one sentence for each missed target of a kind of scanner. */
export function missedTargets({ name, results, launched }: ScannerResults): string[] {
  const onMachinesWord = results.filter((result) => isOnMachinesWord(result, launched.has(result.taskId)))
  const dead = results.flatMap(({ title, problem }) => (problem === undefined ? [] : [`${title}: ${problem}`]))
  const failed = results.flatMap(({ title, scanError }) => (scanError === undefined ? [] : [`${title}: ${scanError}`]))
  return [
    ...(onMachinesWord.length > 0 ? [`${name}: ${onMachinesWord.length} tasks were launched on a machine’s word`] : []),
    ...(dead.length > 0 ? [`${name}: ${dead.length} people had a dead link, for example ${dead[0]}`] : []),
    ...(failed.length > 0 ? [`${name}: ${failed.length} visits of the scanner failed, for example ${failed[0]}`] : []),
  ]
}
