import { readFile } from 'node:fs/promises'

const TICKS_PER_SECOND = 100

async function sumOf(pids: readonly number[], read: (fields: readonly string[]) => number): Promise<number> {
  const values = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may hold anything.
    return read(stat.slice(stat.lastIndexOf(')') + 2).split(' '))
  })
  return (await Promise.all(values)).reduce((sum, value) => sum + value, 0)
}

/** Processor time that processes have used so far, in milliseconds: unlike elapsed time, other programs hardly change it. */
export const processorTime = (pids: readonly number[]): Promise<number> =>
  sumOf(pids, (fields) => ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND)

/** How often the system has given processes a page of memory so far, cleared: 1.5 µs each. */
export const pageFaults = (pids: readonly number[]): Promise<number> => sumOf(pids, (fields) => Number(fields[7]))
