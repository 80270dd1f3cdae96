import { readFile } from 'node:fs/promises'

const TICKS_PER_SECOND = 100

/** Processor time that processes have used so far, in milliseconds: unlike elapsed time, other programs hardly change it. */
export async function processorTime(pids: readonly number[]): Promise<number> {
  const times = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
  })
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0)
}
